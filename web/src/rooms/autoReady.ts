// Rooms entered through matchmaking, where the player is ready at once.
const rooms = new Set<string>();

export const expect = (room: string): void => void rooms.add(room);

/** Whether the room was entered through matchmaking; true once. */
export const arrive = (room: string): boolean => rooms.delete(room);
