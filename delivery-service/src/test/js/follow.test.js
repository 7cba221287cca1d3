import { follow } from '../../main/resources/web/app/net/follow.js';
import { equal, that } from './assertions.js';
import { settled, world } from './browser.js';

const nothing = { frame: () => {}, live: () => {}, reconnecting: () => {}, over: () => {} };

/** The stream opens, says what there is, and breaks; the host is well. */
async function breaks(host, ...frames) {
  const stream = host.streams.at(-1);
  stream.onopen();
  frames.forEach(([id, type, data]) => stream.heard[type]({ lastEventId: id, type, data }));
  stream.onerror();
  await host.answer('/stream', 200);
  return (await host.pass())[0];
}

export async function aStreamThatOpensAndEndsAtOnceIsTriedAgainAfterGrowingPauses() {
  const host = world();
  follow('/stream?token=t', null, nothing);
  const pauses = [];
  // One more would be the longest there is, which chance may make shorter than the one before.
  for (let i = 0; i < 5; i++) {
    pauses.push(await breaks(host));
  }
  equal([host.streams.length, pauses[0]], [6, 0]);
  that(pauses.every((pause, at) => at === 0 || pause > pauses[at - 1]));
}

export async function aFrameThatCameMakesThePausesShortAgain() {
  const host = world();
  follow('/stream?token=t', null, nothing);
  for (let i = 0; i < 4; i++) {
    await breaks(host);
  }
  equal(await breaks(host, ['1-1', 'run.started', '{}']), 0);
  that(host.streams.at(-1).address.endsWith('&last_event_id=1-1'));
}

export function aFrameHasTheTimeOfItsResult() {
  const host = world();
  const frames = [];
  follow('/stream?token=t', null, { ...nothing, frame: (frame) => frames.push(frame) });
  host.streams[0].heard['run.completed']({ lastEventId: '1-2', type: 'run.completed', data: '{"timestamp":4,"data":{}}' });
  equal(frames, [{ id: '1-2', type: 'run.completed', data: {}, timestamp: 4 }]);
}

export async function aStreamThatIsRefusedForGoodIsGivenUp() {
  for (const status of [204, 401, 404, 410]) {
    const host = world();
    let over = null;
    follow('/stream?token=t', '1-4', { ...nothing, over: (why) => (over = why) });
    host.streams[0].onerror();
    await host.answer('/stream', status);
    equal([over, host.streams.length, (await host.pass()).length], [status, 1, 0]);
  }
}

export async function whoStopsFollowingHearsNoMore() {
  const host = world();
  let received = 0;
  const count = () => (received += 1);
  const stop = follow('/stream?token=t', null, { frame: count, live: () => {}, reconnecting: count, over: count });
  stop();
  host.streams[0].onerror();
  await settled();
  equal([received, host.open().length, host.streams[0].closed], [0, 0, true]);
}
