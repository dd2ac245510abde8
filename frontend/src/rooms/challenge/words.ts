export const START_GAME = {
  first: "Start a game",
  another: "Start a new game",
  resume: "Continue the game",
};

/** A room of the project while a game is played in another window. */
export const GAME_RUNNING = {
  title: "A challenge is running",
  why: "Your project is as you left it. It is shown when you leave the game.",
  back: "Back to the challenge",
  leave: "Leave it",
};
