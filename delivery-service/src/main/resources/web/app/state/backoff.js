// How long to wait before something is tried again.

const FIRST = 400;
const LONGEST = 8000;

/**
 * @param tries how many failed in a row, from 1
 * @param chance from 0 to 1, so that not all browsers come back at once
 * @returns milliseconds
 */
export function pause(tries, chance) {
  const whole = Math.min(LONGEST, FIRST * 2 ** (tries - 1));
  return Math.round(whole * (0.75 + chance / 4));
}

/** Waits so long. */
export function paused(tries) {
  return new Promise((resume) => setTimeout(resume, pause(tries, Math.random())));
}
