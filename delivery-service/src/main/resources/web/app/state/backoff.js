// Delays between attempts.

const FIRST = 400;
const LONGEST = 8000;

/**
 * @param tries failed attempts in a row, from 1
 * @param chance from 0 to 1, so that browsers do not retry at the same time
 * @returns milliseconds
 */
export function pause(tries, chance) {
  const whole = Math.min(LONGEST, FIRST * 2 ** (tries - 1));
  return Math.round(whole * (0.75 + chance / 4));
}

/** Waits for the delay. */
export function paused(tries) {
  return new Promise((resume) => setTimeout(resume, pause(tries, Math.random())));
}
