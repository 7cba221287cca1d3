// The list of conversations of this browser, newest use first.

const TITLE = 48;

export function used(conversations, { id, bot }, at, title = null) {
  const known = conversations.find((entry) => entry.id === id);
  const entry = known ? { ...known, usedAt: at, title: known.title ?? title } : { id, bot, title, usedAt: at };
  return [entry, ...conversations.filter((other) => other.id !== id)];
}

/** Adds the conversation if it is not listed; does not reorder the list. */
export function listed(conversations, { id, bot }, at) {
  return conversations.some((entry) => entry.id === id) ? conversations : used(conversations, { id, bot }, at);
}

export function renamed(conversations, id, title) {
  return conversations.map((entry) => (entry.id === id ? { ...entry, title: titleOf(title) } : entry));
}

export function without(conversations, id) {
  return conversations.filter((entry) => entry.id !== id);
}

/** The name of a conversation: that of its owner, else the beginning of its first message; null if neither is known. */
export function nameOf(entry, { turns, history: { reach } }) {
  const first = turns.find((turn) => turn.message);
  return entry?.title ?? (first && reach !== 'more' ? titleOf(first.message) : null);
}

/** The first line of a message, shortened and without markup. */
export function titleOf(text) {
  const line = text.trim().split('\n')[0].replace(/[*_`#>~|]+/g, '').replace(/\s+/g, ' ').trim();
  return line.length > TITLE ? `${line.slice(0, TITLE - 1).trimEnd()}…` : line || null;
}
