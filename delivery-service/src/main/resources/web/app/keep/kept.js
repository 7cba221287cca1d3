// What this browser remembers. Storage may be full, forbidden, or hold what somebody else wrote: then there is nothing.

const KEY = 'agenthost.key';
const SHELF = 'agenthost.conversations';
const NAME = 'agenthost.name';
const LOOK = 'agenthost.look';
const RUNS = 'agenthost.runs.';

function read(name, otherwise) {
  try {
    const text = localStorage.getItem(name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

function write(name, value) {
  try {
    if (value === null) {
      localStorage.removeItem(name);
    } else {
      localStorage.setItem(name, JSON.stringify(value));
    }
  } catch {
    // It is forgotten with this page.
  }
}

export const kept = {
  key: () => text(read(KEY, null)),
  keepKey: (key) => write(KEY, key),
  name: () => text(read(NAME, null)),
  keepName: (name) => write(NAME, name || null),
  look: () => text(read(LOOK, null)) ?? 'system',
  keepLook: (look) => write(LOOK, look === 'system' ? null : look),
  shelf: () => list(read(SHELF, [])).filter((entry) => text(entry?.id) && text(entry?.bot)),
  keepShelf: (shelf) => write(SHELF, shelf),
  /** Turns that were open, unsent, or ended a moment ago. */
  runs: (conversation) => list(read(RUNS + conversation, [])).filter((turn) => text(turn?.eventId) && turn.run),
  keepRuns: (conversation, turns) => write(RUNS + conversation, turns.length ? turns : null),
};

function text(value) {
  return typeof value === 'string' && value ? value : null;
}

function list(value) {
  return Array.isArray(value) ? value : [];
}
