// The bots that a person can choose.

/**
 * @param bindings as `GET /api/v1/bindings` lists them
 * @param conversations conversations of this browser
 * @param bot of the open conversation
 */
export function botsOf(bindings, conversations, bot) {
  const bound = bindings.filter(({ enabled, scope }) => enabled !== false && scope?.bot_id).map(({ scope }) => scope.bot_id);
  const others = [...conversations.map((entry) => entry.bot), bot].filter((one) => one && !bound.includes(one));
  return [...new Set(bound.toSorted()), ...new Set(others)];
}
