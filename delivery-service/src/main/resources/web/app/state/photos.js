// Photos that a message is to have, before it is sent. Files in (what is known of them), a new value out.

/** Of one message, and bytes of one photo. */
export const MOST = 4;
export const LARGEST = 5 * 1024 * 1024;

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

/** Nothing attached; `wrong` says what was not, and why. */
export const NO_PHOTOS = { photos: [], wrong: [] };

/** @param files {key, name, size, type}; `type` null where it is no image that may be sent, or could not be read */
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

function whyNot({ name, size, type }, before) {
  if (!type) {
    return `“${name}” is no PNG, JPEG, WebP or GIF image, or cannot be read.`;
  }
  if (size > LARGEST) {
    return `“${name}” has ${mebibytes(size)}. A photo may have ${mebibytes(LARGEST)} at most.`;
  }
  return before < MOST ? null : `“${name}” is left out. A message may have ${MOST} photos at most.`;
}

/** Rounded up, so that what is too large never looks as if it were not. */
function mebibytes(size) {
  return `${Math.ceil((size / 1024 / 1024) * 10) / 10} MiB`;
}
