import { PictureCache } from '../../main/resources/web/app/chat/picturecache.js';
import { Api } from '../../main/resources/web/app/net/api.js';
import { LARGEST_SHOWN } from '../../main/resources/web/app/state/pictures.js';
import { equal, that } from './assertions.js';
import { file, settled, world } from './browser.js';

const api = () => new Api('mine', () => {});
const reference = (artifactId, sha256 = null) => ({ artifactId, sha256, name: artifactId, type: 'image/png' });
const about = (size, more = {}) => ({ 'Content-Type': 'image/png', 'Content-Range': `bytes 0-${size - 1}/${size}`, ETag: '"digest"', ...more });

async function answered(host, status, size, headers = about(size)) {
  await host.answer('/content', status, status < 300 ? file('x', [], size) : {}, headers);
}

export async function aPictureIsAskedForOnceWhenItComesIntoSight() {
  const host = world();
  let changes = 0;
  const pictureCache = new PictureCache(() => { changes += 1; });
  pictureCache.sight(api(), reference('a'), false);
  equal([host.open().length, pictureCache.seen(reference('a'))], [0, {}]);
  pictureCache.sight(api(), reference('a'), true);
  pictureCache.sight(api(), reference('a'), true);
  equal(host.open().map(({ path, key, headers }) => [path, key, headers.Range]), [['/api/v1/artifacts/a/content', 'mine', `bytes=0-${LARGEST_SHOWN - 1}`]]);
  await answered(host, 206, 5);
  equal([pictureCache.seen(reference('a')).url, changes, host.open().length], ['blob:5-1', 1, 0]);
}

export async function twoAreAskedForAtATimeAndWhatWasScrolledPastIsNot() {
  const host = world();
  const pictureCache = new PictureCache(() => {});
  for (const id of ['a', 'b', 'c', 'd']) {
    pictureCache.sight(api(), reference(id), true);
  }
  equal(host.open().length, 2);
  pictureCache.sight(api(), reference('c'), false);
  await answered(host, 206, 5);
  equal(host.open().map(({ path }) => path), ['/api/v1/artifacts/b/content', '/api/v1/artifacts/d/content']);
  pictureCache.sight(api(), reference('c'), true);
  await answered(host, 206, 5);
  equal(host.open('/c/').length, 1);
}

export async function whatIsNoPictureIsNotShownWhateverItWasCalled() {
  for (const headers of [
    about(5, { 'Content-Type': 'text/html' }), about(5, { 'Content-Type': 'image/svg+xml' }), about(5, { 'Content-Type': null }),
    { 'Content-Type': 'image/png', 'Content-Range': 'bytes 0-4/6' }, { 'Content-Type': 'image/png' }]) {
    const host = world();
    const pictureCache = new PictureCache(() => {});
    pictureCache.sight(api(), reference('a'), true);
    await answered(host, 206, 5, headers);
    equal(pictureCache.seen(reference('a')).url, undefined);
    equal(pictureCache.seen(reference('a')).why, 'It is no picture that can be shown here.');
  }
}

export async function anotherThingUnderTheSameIdIsNotShown() {
  const host = world();
  const pictureCache = new PictureCache(() => {});
  pictureCache.sight(api(), reference('a', 'digest'), true);
  pictureCache.sight(api(), reference('a', 'other'), true);
  await answered(host, 206, 5);
  await answered(host, 206, 5);
  that(pictureCache.seen(reference('a', 'digest')).url);
  that(pictureCache.seen(reference('a', 'other')).why);
}

export async function whyItIsNotShownIsSaidAndItMayBeTriedAgain() {
  const host = world();
  const pictureCache = new PictureCache(() => {});
  for (const [status, why] of [[404, 'The host does not store it any more.'], [403, 'This key may not see it.'], [0, 'The host cannot be reached.'], [416, 'It is no picture that can be shown here.']]) {
    pictureCache.again(api(), reference('a'));
    await answered(host, status, 5);
    equal(pictureCache.seen(reference('a')), { inSight: true, why });
  }
  pictureCache.again(api(), reference('a'));
  await answered(host, 206, 5);
  that(pictureCache.seen(reference('a')).url);
}

export async function outOfSightTheOldestGoAndComeAgain() {
  const host = world();
  const pictureCache = new PictureCache(() => {});
  const MOST = 8; // Of 8 MiB each, in 64 MiB.
  for (let n = 0; n <= MOST; n++) {
    pictureCache.sight(api(), reference(`p${n}`), true);
    await answered(host, 206, 8 * 1024 * 1024);
  }
  equal(host.revoked, []); // All are in sight.
  pictureCache.sight(api(), reference('p3'), false);
  equal([host.revoked.length, pictureCache.seen(reference('p3'))], [1, {}]);
  pictureCache.sight(api(), reference('p3'), true);
  equal(host.open('/p3/').length, 1);
  pictureCache.pauseAll();
  await answered(host, 206, 8 * 1024 * 1024);
  equal(host.revoked.length, 2);
}

export async function aFileThatOnlyThisPageHasStaysUntilTheHostHasIt() {
  const host = world();
  const pictureCache = new PictureCache(() => {});
  const photo = { key: 'k' };
  const large = file('x', [], 65 * 1024 * 1024);
  pictureCache.take(photo, large);
  pictureCache.pauseAll();
  that(pictureCache.file(photo) === large);
  pictureCache.uploaded(photo, 'a');
  equal(pictureCache.file(photo), null);
  that(pictureCache.seen(reference('a')).url);
  pictureCache.pauseAll();
  equal([pictureCache.seen(reference('a')), host.revoked.length], [{}, 1]);
}

export async function whatComesForAKeyThatWasPutDownIsNotShown() {
  const host = world();
  const pictureCache = new PictureCache(() => {});
  pictureCache.sight(api(), reference('a'), true);
  pictureCache.clear();
  await answered(host, 206, 5);
  await settled();
  equal(pictureCache.seen(reference('a')), {});
}

export async function whatOnlyThisPageHasIsToldUntilTheHostHasItOrItIsLetGo() {
  world();
  const pictureCache = new PictureCache(() => {});
  const [sent, discarded] = [{ key: 's' }, { key: 'd' }];
  pictureCache.take(sent, file('a.png', [], 5));
  pictureCache.take(discarded, file('b.png', [], 5));
  that(pictureCache.hasOwn);
  pictureCache.uploaded(sent, 'a1');
  that(pictureCache.hasOwn);
  pictureCache.release(discarded);
  that(!pictureCache.hasOwn);
}
