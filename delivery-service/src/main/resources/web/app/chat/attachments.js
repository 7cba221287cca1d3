// Photos and files that lie beside the message that is being written. Nothing of them leaves this browser before it is sent.
import { newUuid } from '../ids.js';
import { attached, detached, FIRST, kindOf, NO_PHOTOS, typeOfFile } from '../state/photos.js';

export class Attachments {
  #pictureCache;
  #changed;
  /** Files are looked at one batch after another, so that none is counted past another. */
  #looking = Promise.resolve();
  /** Grows whenever it is emptied: what was being looked at then is of no use any more. */
  #emptied = 0;

  /** @param changed told when there is something else to be seen */
  constructor(pictureCache, changed) {
    this.#pictureCache = pictureCache;
    this.#changed = changed;
    this.shown = NO_PHOTOS;
  }

  /** @param files of the browser: chosen, dropped or pasted */
  add(files) {
    const emptied = this.#emptied;
    this.#looking = this.#looking.then(() => this.#add(files, emptied));
    return this.#looking;
  }

  async #add(files, emptied) {
    const known = await Promise.all(files.map(described));
    if (emptied !== this.#emptied) {
      return;
    }
    this.shown = attached(this.shown, known);
    known.forEach((photo, at) => this.shown.photos.includes(photo) && this.#pictureCache.take(photo, files[at]));
    this.#changed();
  }

  remove(key) {
    this.#pictureCache.release({ key });
    this.shown = detached(this.shown, key);
    this.#changed();
  }

  /** What is to be sent; from here on it is the message's. */
  take() {
    const { photos } = this.shown;
    this.#emptied += 1;
    this.shown = NO_PHOTOS;
    return photos;
  }
}

/** A folder, or a file that went away, cannot be read: then it has no type. */
async function described(file) {
  const { name, size } = file;
  const about = { key: newUuid(), name: (name || 'file').slice(-120).toWellFormed(), size, artifactId: null, sha256: null };
  try {
    const photo = kindOf(new Uint8Array(await file.slice(0, FIRST).arrayBuffer()));
    return photo ? { ...about, type: photo, kind: 'image' } : { ...about, type: typeOfFile(file.type), kind: 'file' };
  } catch {
    return { ...about, type: null };
  }
}
