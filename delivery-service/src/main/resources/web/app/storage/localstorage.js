// The local storage of the browser. A full, forbidden or unreadable storage counts as empty.

/** Prefix of our names. */
const OURS = 'agenthost.';

export function read(name) {
  try {
    return JSON.parse(localStorage.getItem(OURS + name));
  } catch {
    return null;
  }
}

export function write(name, value) {
  try {
    if (value === null) {
      localStorage.removeItem(OURS + name);
    } else {
      localStorage.setItem(OURS + name, JSON.stringify(value));
    }
  } catch {
    // The value is lost with this page.
  }
}

/** Removes all of our values except that one. */
export function removeAllBut(name) {
  try {
    Object.keys(localStorage)
      .filter((key) => key.startsWith(OURS) && key !== OURS + name)
      .forEach((key) => localStorage.removeItem(key));
  } catch {
    // There is nothing to remove.
  }
}

/** Returns true if a `storage` event concerns that name; the event of a cleared storage has no name. */
export function isAbout(event, name) {
  return event.key === null || event.key === OURS + name;
}

export function text(value) {
  return typeof value === 'string' && value ? value : null;
}

export function list(value) {
  return Array.isArray(value) ? value : [];
}
