// Photos and files of the message that is being written. They stay in this browser until the message is sent.
import { newUuid } from '../ids.js';
import { attached, detached, FIRST, kindOf, NO_PHOTOS, typeOfFile } from '../state/photos.js';

export class Attachments {
  #pictureCache;
  #changed;
  /** Batches of files are read one after another, so that the limit holds over all of them. */
  #looking = Promise.resolve();
  /** Increases whenever the list is emptied; the result of an older read is dropped. */
  #emptied = 0;

  /** @param changed called after each change */
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

  /** Returns the attachments and empties the list. */
  take() {
    const { photos } = this.shown;
    this.#emptied += 1;
    this.shown = NO_PHOTOS;
    return photos;
  }
}

/** A folder, or a file that was deleted, cannot be read and has no type. */
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
