const PAUSE_MS = 800;

/** Keys pressed in quick succession are one movement of the hand. */
export class KeyBurst {
  private movement = 0;
  private at = Number.NEGATIVE_INFINITY;

  /** The gesture that a key pressed now belongs to. */
  gesture(newGesture: () => number): number {
    const now = performance.now();
    if (now - this.at > PAUSE_MS) this.movement = newGesture();
    this.at = now;
    return this.movement;
  }
}
