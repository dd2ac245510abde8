/** What people read when lines are copied, in any room. */
export const COPIED = {
  lines: "The lines are copied.",
  blocked: "Copying is blocked. Select the text and copy it.",
};
