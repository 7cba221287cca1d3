// Photos and other files of a message before it is sent. Pure functions: attachments and files give new attachments.
import { t } from './language.js';

/** Most attachments of a message; most bytes of a photo. */
export const MOST = 4;
export const LARGEST = 5 * 1024 * 1024;

/** Most bytes of another file. */
export const LARGEST_FILE = 100 * 1024 * 1024;

/** The type of unknown content. */
const SOME_BYTES = 'application/octet-stream';

/** Types of pictures that browsers and models accept. */
export const KINDS = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** Bytes that identify the type of a file. */
export const FIRST = 12;

const MARKS = [
  ['image/png', 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', 0, [0xff, 0xd8, 0xff]],
  ['image/gif', 0, [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', 8, [0x57, 0x45, 0x42, 0x50]],
];

/** The type of a picture by its first bytes, because names are unreliable; null if it is no picture that can be sent. */
export function kindOf(bytes) {
  return MARKS.find(([, at, mark]) => mark.every((byte, i) => bytes[at + i] === byte))?.[0] ?? null;
}

/** The type of a file that is no photo. The host checks content against the declared type, so no other file is declared as a photo. */
export function typeOfFile(declared) {
  const type = String(declared ?? '').toLowerCase();
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) && !type.startsWith('image/') ? type : SOME_BYTES;
}

/** No attachments; `wrong` has the reasons of refused files. */
export const NO_PHOTOS = { photos: [], wrong: [] };

/** @param files {key, name, size, type, kind}; `type` is null if the file is unreadable, `kind` is `file` if it is no photo */
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

/** Rounds up, so that a size above the limit is shown above it. */
function mebibytes(size) {
  return `${Math.ceil((size / 1024 / 1024) * 10) / 10} MiB`;
}
