import { PictureCache } from '../../main/resources/web/app/chat/picturecache.js';
import { Attachments } from '../../main/resources/web/app/chat/attachments.js';
import { attached, detached, kindOf, LARGEST, LARGEST_FILE, NO_PHOTOS, typeOfFile } from '../../main/resources/web/app/state/photos.js';
import { isPicture, LARGEST_SHOWN, pictureId, referenceOf } from '../../main/resources/web/app/state/pictures.js';
import { artifactOf } from '../../main/resources/web/app/state/run.js';
import { equal, that } from './assertions.js';
import { file, settled, world } from './browser.js';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0];
const photo = (name, size = 10) => ({ key: name, name, size, type: 'image/png' });
const ascii = (text) => Array.from(text, (letter) => letter.charCodeAt(0));

export function theFirstBytesTellWhatAFileIs() {
  equal(kindOf(PNG), 'image/png');
  equal(kindOf([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg');
  equal([kindOf(ascii('GIF89a')), kindOf(ascii('RIFF1234WEBPVP8 '))], ['image/gif', 'image/webp']);
  for (const none of [[], [0x89], ascii('<svg xmlns='), ascii('RIFF1234WAVE'), ascii('hello'), PNG.slice(0, 7), [0, ...PNG]]) {
    equal(kindOf(none), null);
  }
}

export function whatIsNotTakenIsNamedWithTheLimit() {
  const film = { ...photo('film.mp4', LARGEST_FILE + 1), type: 'video/mp4', kind: 'file' };
  const { photos, wrong } = attached(NO_PHOTOS, [photo('a.png'), { ...photo('holiday'), type: null }, photo('big.png', 6 * 1024 * 1024), photo('just.png', LARGEST), film, photo('none.png', 0)]);
  equal(photos.map(({ name }) => name), ['a.png', 'just.png']);
  equal(wrong, [
    '“holiday” cannot be read.',
    '“big.png” has 6 MiB. A photo may have 5 MiB at most.',
    '“film.mp4” has 100.1 MiB. A file may have 100 MiB at most.',
    '“none.png” is empty.',
  ]);
  equal(attached(NO_PHOTOS, [photo('b.png', LARGEST + 1)]).wrong, ['“b.png” has 5.1 MiB. A photo may have 5 MiB at most.']);
}

export function fourAreTakenAndTheFifthIsLeftOut() {
  const three = attached(NO_PHOTOS, ['a', 'b', 'c'].map((name) => photo(name)));
  const five = attached(three, [photo('d'), photo('e')]);
  equal([five.photos.length, five.wrong], [4, ['“e” was not attached. A message may have 4 files at most.']]);
  const again = attached(detached(five, 'a'), [photo('e')]);
  equal([again.photos.map(({ key }) => key), again.wrong], [['b', 'c', 'd', 'e'], []]);
}

export async function whatIsChosenTwiceInARowIsCountedTogether() {
  world();
  const attachments = new Attachments(new PictureCache(() => {}), () => {});
  attachments.add(['a', 'b', 'c'].map((name) => file(name, PNG)));
  attachments.add(['d', 'e'].map((name) => file(name, PNG)));
  await settled();
  equal(attachments.shown.photos.map(({ name }) => name), ['a', 'b', 'c', 'd']);
  that(new Set(attachments.shown.photos.map(({ key }) => key)).size === 4);
}

export async function whatCannotBeReadIsSaidSo() {
  world();
  const attachments = new Attachments(new PictureCache(() => {}), () => {});
  const folder = { name: 'holiday', size: 4096, slice: () => ({ arrayBuffer: () => Promise.reject(new Error('a folder')) }) };
  await attachments.add([folder, file('empty.png', []), file('', PNG)]);
  equal([attachments.shown.photos.map(({ name }) => name), attachments.shown.wrong.length], [['file'], 2]);
}

export async function whatWasTakenOutIsLetGoAndWhatWasSentIsNot() {
  const host = world();
  const pictureCache = new PictureCache(() => {});
  const attachments = new Attachments(pictureCache, () => {});
  await attachments.add([file('a', PNG), file('b', PNG)]);
  const [a, b] = attachments.shown.photos;
  attachments.remove(a.key);
  equal([pictureCache.file(a), host.revoked.length], [null, 1]);
  equal(attachments.take(), [b]);
  equal([attachments.shown.photos, host.revoked.length], [[], 1]);
  that(pictureCache.file(b) !== null && pictureCache.seen(b).url.startsWith('blob:'));
}

export async function whatIsLookedAtWhileTheMessageIsSentGoesWithNone() {
  world();
  const attachments = new Attachments(new PictureCache(() => {}), () => {});
  attachments.add([file('late', PNG)]);
  await null;
  attachments.take();
  await settled();
  equal(attachments.shown, NO_PHOTOS);
}

export function aReferenceIsWhatSomebodySaidAndOnlySomeAreShown() {
  const shown = referenceOf({ artifact_id: 'a', mime_type: 'IMAGE/PNG', name: 'a.png', size: 7 });
  equal([isPicture(shown), shown.size, pictureId(shown)], [true, 7, 'a ']);
  for (const not of [{}, { mime_type: 'image/png' }, { artifact_id: 'a' }, { artifact_id: 'a', mime_type: 'image/svg+xml' },
    { artifact_id: 'a', mime_type: 'text/html' }, { artifact_id: 'a', mime_type: 'image/png', size_bytes: LARGEST_SHOWN + 1 }, { artifact_id: 7, mime_type: 7 }]) {
    that(!isPicture(referenceOf(not)));
  }
}

export function whatIsNoPictureIsNamed() {
  equal(artifactOf(referenceOf({ artifact_id: 'a', artifact_type: 'report' })).name, 'report');
  equal(artifactOf(referenceOf({ artifact_id: 'a', artifact_type: 'image', mime_type: 'image/gif', name: 'cat' })).kind, 'picture');
  equal(artifactOf(referenceOf({})).kind, 'artifact');
}

/** The host holds bytes against what they are said to be: what only claims to be an image is a file of some bytes. */
export async function anyFileGoesAlongAndOnlyAPhotoIsCalledOne() {
  world();
  const attachments = new Attachments(new PictureCache(() => {}), () => {});
  await attachments.add([file('a.png', PNG), Object.assign(file('report.pdf', ascii('%PDF-1.7')), { type: 'application/pdf' }), Object.assign(file('x.png', ascii('no image')), { type: 'image/png' })]);
  equal(attachments.shown.photos.map(({ name, type, kind }) => [name, type, kind]), [
    ['a.png', 'image/png', 'image'], ['report.pdf', 'application/pdf', 'file'], ['x.png', 'application/octet-stream', 'file']]);
  equal(['', 'nonsense', 'text/plain', 'image/svg+xml'].map(typeOfFile), ['application/octet-stream', 'application/octet-stream', 'text/plain', 'application/octet-stream']);
}
