// Storage of the browser for all keys: the key and the theme.
import { isAbout, read, removeAllBut, text, write } from './localstorage.js';

const KEY = 'key';
/** `public/look.js` reads it too. */
const LOOK = 'look';

export const browserStorage = {
  key: () => text(read(KEY)),
  storeKey: (key) => write(KEY, key),
  look: () => text(read(LOOK)) ?? 'system',
  storeLook: (look) => write(LOOK, look === 'system' ? null : look),
  /** Removes the key and everything that was stored with any key; the theme stays. */
  forget: () => removeAllBut(LOOK),
  /** Returns true if another tab has removed the key. */
  wasRemoved: (event) => isAbout(event, KEY) && browserStorage.key() === null,
};
