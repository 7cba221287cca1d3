// Bytes of pictures, as long as the page is open with one key: photos that are to be sent, and what the host gave.
import { picture } from '../net/artifacts.js';
import { KINDS } from '../state/photos.js';
import { LARGEST_SHOWN, pictureId } from '../state/pictures.js';
import { whyNotShown } from '../state/texts.js';

/** Of what can be asked for again; what is in sight stays whatever it has. */
const HELD = 64 * 1024 * 1024;
/** A browser has six connections to a host, and streams take two of them. */
const AT_ONCE = 2;

export class PictureCache {
  /** By id: {blob, url, why, inSight, stays}. In the order in which they came out of sight. */
  #pictures = new Map();
  #waiting = [];
  #asking = 0;
  #changed;

  /** @param changed told when there is something else to be seen */
  constructor(changed) {
    this.#changed = changed;
  }

  /** {url} of what is there, {why} of what cannot be shown, neither of what is not there yet. */
  seen(reference) {
    return this.#pictures.get(pictureId(reference)) ?? {};
  }

  /** A file of this browser: nobody else has it, so it stays until it is let go. */
  take(reference, blob) {
    this.#keep(pictureId(reference), blob, { inSight: false, stays: true });
  }

  /** The file itself, or null where this page has it not (any more). */
  file({ key }) {
    return this.#pictures.get(pictureId({ key }))?.blob ?? null;
  }

  /** The host has it, and calls it so: from here on it is like any other. */
  uploaded(photo, artifactId) {
    const id = pictureId(photo);
    const known = this.#pictures.get(id);
    if (known) {
      this.#pictures.delete(id);
      this.#pictures.set(pictureId({ artifactId, sha256: null }), { ...known, stays: false });
    }
  }

  /** Whether it has files that nobody else has: they are lost with this page. */
  get hasOwn() {
    return [...this.#pictures.values()].some(({ stays }) => stays);
  }

  release(reference) {
    const id = pictureId(reference);
    this.#revoke(this.#pictures.get(id));
    this.#pictures.delete(id);
  }

  /** It came into sight or went out of it; then it is asked for, if it is not there. */
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

  /** Another conversation is looked at. */
  pauseAll() {
    this.#pictures.forEach((one, id) => this.#pictures.set(id, { ...one, inSight: false }));
    this.#makeRoom();
  }

  /** Once more, where it could not be shown. */
  again(api, reference) {
    this.release(reference);
    this.#changed();
    this.sight(api, reference, true);
  }

  /** The key was put down. */
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
