/** The plane while a game is played. */
export const GAME_RUNNING = {
  title: "A challenge is running",
  why: "It uses this plane with only the documents you bought.",
  back: "Back to the challenge",
  leave: "Leave it",
};
