// What this browser remembers, whoever speaks: the key, and how the page looks.
import { isAbout, read, removeAllBut, text, write } from './localstorage.js';

const KEY = 'key';
/** `public/look.js` reads it too. */
const LOOK = 'look';

export const browserStorage = {
  key: () => text(read(KEY)),
  storeKey: (key) => write(KEY, key),
  look: () => text(read(LOOK)) ?? 'system',
  storeLook: (look) => write(LOOK, look === 'system' ? null : look),
  /** The key, and all that any key left here. How the page looks says nothing about anybody. */
  forget: () => removeAllBut(LOOK),
  /** Another tab has forgotten the key. */
  wasRemoved: (event) => isAbout(event, KEY) && browserStorage.key() === null,
};
