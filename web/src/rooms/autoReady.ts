// Rooms to which a quick game led: whoever asked for a game is ready for it.
const rooms = new Set<string>();

export const expect = (room: string): void => void rooms.add(room);

/** Whether this visitor was sent to the room; asked once. */
export const arrive = (room: string): boolean => rooms.delete(room);
