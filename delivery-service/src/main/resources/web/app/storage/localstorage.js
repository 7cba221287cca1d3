// The browser's storage. It may be full, forbidden, or hold what somebody else wrote: then there is nothing.

/** Whatever else the origin keeps is not ours. */
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
    // It is forgotten with this page.
  }
}

/** Removes all that is ours, but what stands under that name. */
export function removeAllBut(name) {
  try {
    Object.keys(localStorage)
      .filter((key) => key.startsWith(OURS) && key !== OURS + name)
      .forEach((key) => localStorage.removeItem(key));
  } catch {
    // Then there is nothing to remove.
  }
}

/** Whether a `storage` event of another tab may be about that name; a storage that was cleared names none. */
export function isAbout(event, name) {
  return event.key === null || event.key === OURS + name;
}

export function text(value) {
  return typeof value === 'string' && value ? value : null;
}

export function list(value) {
  return Array.isArray(value) ? value : [];
}
