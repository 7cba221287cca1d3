// Photos and other files that a message is to have, before it is sent. Files in (what is known of them), a new value out.
import { t } from './language.js';

/** Of one message, and bytes of one photo. */
export const MOST = 4;
export const LARGEST = 5 * 1024 * 1024;

/** Bytes of one file that is no photo: what a browser hands in within minutes. */
export const LARGEST_FILE = 100 * 1024 * 1024;

/** A type that claims nothing. */
const SOME_BYTES = 'application/octet-stream';

/** What browsers and models show. */
export const KINDS = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** Enough of a file to tell what it is. */
export const FIRST = 12;

const MARKS = [
  ['image/png', 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', 0, [0xff, 0xd8, 0xff]],
  ['image/gif', 0, [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', 8, [0x57, 0x45, 0x42, 0x50]],
];

/** A name, and what a system makes of it, says little: the first bytes tell. Null where they tell of none that may be sent. */
export function kindOf(bytes) {
  return MARKS.find(([, at, mark]) => mark.every((byte, i) => bytes[at + i] === byte))?.[0] ?? null;
}

/** The type of a file that is no photo. The host holds bytes against what they are declared to be, so nothing but a photo is called one. */
export function typeOfFile(declared) {
  const type = String(declared ?? '').toLowerCase();
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) && !type.startsWith('image/') ? type : SOME_BYTES;
}

/** Nothing attached; `wrong` says what was not, and why. */
export const NO_PHOTOS = { photos: [], wrong: [] };

/** @param files {key, name, size, type, kind}; `type` null where it could not be read, `kind` is `file` where it is no photo */
export function attached({ photos }, files) {
  const fits = [...photos];
  const wrong = [];
  for (const file of files) {
    const why = whyNot(file, fits.length);
    if (why) {
      wrong.push(why);
    } else {
      fits.push(file);
    }
  }
  return { photos: fits, wrong };
}

export function detached({ photos }, key) {
  return { photos: photos.filter((photo) => photo.key !== key), wrong: [] };
}

function whyNot({ name, size, type, kind }, before) {
  if (!type) {
    return t('“{name}” cannot be read.', { name });
  }
  if (size === 0) {
    return t('“{name}” is empty.', { name });
  }
  const limit = kind === 'file' ? LARGEST_FILE : LARGEST;
  if (size > limit) {
    const text = kind === 'file' ? '“{name}” has {size}. A file may have {limit} at most.' : '“{name}” has {size}. A photo may have {limit} at most.';
    return t(text, { name, size: mebibytes(size), limit: mebibytes(limit) });
  }
  return before < MOST ? null : t('“{name}” was not attached. A message may have {most} files at most.', { name, most: MOST });
}

/** Rounded up, so that what is too large never looks as if it were not. */
function mebibytes(size) {
  return `${Math.ceil((size / 1024 / 1024) * 10) / 10} MiB`;
}
