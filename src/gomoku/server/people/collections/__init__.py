"""Collections: games that visitors import from files, to be searched, explored and exported.

May import wire, rooms and storage. Must not know live rooms or HTTP."""
