// Bytes of pictures while the page is open with one key: photos to be sent, and downloaded pictures.
import { picture } from '../net/artifacts.js';
import { KINDS } from '../state/photos.js';
import { LARGEST_SHOWN, pictureId } from '../state/pictures.js';
import { whyNotShown } from '../state/texts.js';

/** Limit of bytes that can be downloaded again; visible pictures do not count. */
const HELD = 64 * 1024 * 1024;
/** A browser has six connections to a host, and streams take two of them. */
const AT_ONCE = 2;

export class PictureCache {
  /** By id: {blob, url, why, inSight, stays}, in the order in which the pictures left the view. */
  #pictures = new Map();
  #waiting = [];
  #asking = 0;
  #changed;

  /** @param changed called after each change */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Returns {url} of a loaded picture, {why} of a failed one, neither of one that is not loaded yet. */
  seen(reference) {
    return this.#pictures.get(pictureId(reference)) ?? {};
  }

  /** Stores a file of this browser until it is released. */
  take(reference, blob) {
    this.#keep(pictureId(reference), blob, { inSight: false, stays: true });
  }

  /** Returns the file, or null if this page does not have it. */
  file({ key }) {
    return this.#pictures.get(pictureId({ key }))?.blob ?? null;
  }

  /** Replaces the file by its artifact: the host has it, and it can be downloaded again. */
  uploaded(photo, artifactId) {
    const id = pictureId(photo);
    const known = this.#pictures.get(id);
    if (known) {
      this.#pictures.delete(id);
      this.#pictures.set(pictureId({ artifactId, sha256: null }), { ...known, stays: false });
    }
  }

  /** Returns true if there are files that are lost when the page is closed. */
  get hasOwn() {
    return [...this.#pictures.values()].some(({ stays }) => stays);
  }

  release(reference) {
    const id = pictureId(reference);
    this.#revoke(this.#pictures.get(id));
    this.#pictures.delete(id);
  }

  /** Records that a picture entered or left the view, and downloads it if necessary. */
  sight(api, reference, inSight) {
    const id = pictureId(reference);
    const known = this.#pictures.get(id);
    if (known) {
      this.#pictures.delete(id);
      this.#pictures.set(id, { ...known, inSight });
    } else if (inSight && reference.artifactId) {
      this.#pictures.set(id, { inSight });
      this.#waiting.push({ api, reference, id });
      this.#askNext();
    }
    this.#makeRoom();
  }

  /** Another conversation was opened. */
  pauseAll() {
    this.#pictures.forEach((one, id) => this.#pictures.set(id, { ...one, inSight: false }));
    this.#makeRoom();
  }

  /** Downloads a picture again after a failure. */
  again(api, reference) {
    this.release(reference);
    this.#changed();
    this.sight(api, reference, true);
  }

  /** The key was removed. */
  clear() {
    this.#pictures.forEach((one) => this.#revoke(one));
    this.#pictures.clear();
    this.#waiting = [];
  }

  async #askNext() {
    if (this.#asking >= AT_ONCE || !this.#waiting.length) {
      return;
    }
    const { api, reference, id } = this.#waiting.shift();
    const asked = this.#pictures.get(id);
    if (!asked?.inSight) { // Scrolled past: it is asked for when it is seen again.
      this.#pictures.delete(id);
      this.#askNext();
      return;
    }
    this.#asking += 1;
    const { blob = null, why = null } = await found(api, reference);
    this.#asking -= 1;
    const known = this.#pictures.get(id);
    if (known && !known.url) {
      if (blob) {
        this.#keep(id, blob, known);
      } else {
        this.#pictures.set(id, { ...known, why });
      }
      this.#makeRoom();
      this.#changed();
    }
    this.#askNext();
  }

  #keep(id, blob, how) {
    this.#pictures.set(id, { ...how, blob, url: URL.createObjectURL(blob) });
  }

  #makeRoom() {
    let held = [...this.#pictures.values()].reduce((sum, { blob }) => sum + (blob?.size ?? 0), 0);
    for (const [id, one] of [...this.#pictures]) {
      if (held <= HELD) {
        return;
      }
      if (one.blob && !one.inSight && !one.stays) {
        held -= one.blob.size;
        this.#revoke(one);
        this.#pictures.delete(id);
      }
    }
  }

  #revoke(one) {
    if (one?.url) {
      URL.revokeObjectURL(one.url);
    }
  }
}

async function found(api, reference) {
  try {
    const blob = await picture(api, reference, KINDS);
    return blob && blob.size <= LARGEST_SHOWN ? { blob } : { why: whyNotShown(415) };
  } catch ({ status, message }) {
    return { why: whyNotShown(status, message) };
  }
}
