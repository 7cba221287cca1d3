export function equal(actual, expected) {
  const [is, should] = [actual, expected].map((value) => JSON.stringify(value, sorted));
  if (is !== should) {
    throw new Error(`expected ${should}, but it is ${is}`);
  }
}

export function that(claim) {
  if (!claim) {
    throw new Error('it is not so');
  }
}

function sorted(name, value) {
  return value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
}
