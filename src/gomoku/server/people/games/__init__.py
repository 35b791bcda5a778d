"""What games leave behind about people: ratings, levels, games played, turns and plans of slow games. Rows, read and written.

May import wire, rooms and storage, and the rest of `people`. Must not know live rooms or HTTP."""
