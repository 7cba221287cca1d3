// How long to wait before a connection is tried again.

const FIRST = 400;
const LONGEST = 8000;

/**
 * @param tries how many failed in a row, from 1
 * @param chance from 0 to 1, so that not all browsers come back at once
 */
export function pause(tries, chance) {
  const whole = Math.min(LONGEST, FIRST * 2 ** (tries - 1));
  return Math.round(whole * (0.75 + chance / 4));
}
