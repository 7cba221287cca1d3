import { PictureCache } from '../../main/resources/web/app/chat/picturecache.js';
import { Chat } from '../../main/resources/web/app/chat/chat.js';
import { Api } from '../../main/resources/web/app/net/api.js';
import { frameOf } from '../../main/resources/web/app/net/keyedstream.js';
import { botsOf } from '../../main/resources/web/app/state/bots.js';
import { frame, runFound } from '../../main/resources/web/app/state/conversation.js';
import { lookedUp } from '../../main/resources/web/app/state/run.js';
import { equal } from './assertions.js';
import { item, page } from './transcript.js';
import { world } from './browser.js';

const view = (state) => ({ run_id: 'r', state, admitted_at: '2026-01-01T00:00:00Z' });

async function opened() {
  const host = world();
  const chat = new Chat({ api: new Api('mine', () => {}), me: { workspace_id: 'demo' } }, { runs: () => [], storeRuns: () => {} }, { id: 'c', bot: 'demo' },
    { changed: () => {}, stands: () => {} }, new PictureCache(() => {}));
  await host.answer('transcript', 200, page([]));
  return { host, chat };
}

export async function whatIsSaidOnAnotherDeviceIsSeenAtTheNextGlance() {
  const { host, chat } = await opened();
  chat.checkForUpdates();
  equal(host.open('transcript')[0].path.includes('limit=1'), true);
  await host.answer('transcript', 200, page([item(1, 'user', 'e', 'from my phone')]));
  await host.answer('transcript', 200, page([item(1, 'user', 'e', 'from my phone')]));
  equal(chat.conversation.turns.map(({ message }) => message), ['from my phone']);
  chat.checkForUpdates();
  await host.answer('transcript', 200, page([item(1, 'user', 'e', 'from my phone')]));
  equal(host.open('transcript'), []);
}

export async function aRunningAnswerIsJoinedAtItsBeginningWithTheKey() {
  const { host, chat } = await opened();
  chat.load();
  await host.answer('transcript', 200, page([item(1, 'user', 'e', 'go on')]));
  await host.answer('/resolutions/e', 200, { run_id: 'r' });
  await host.answer('/runs/r', 200, view('running'));
  const [joined] = host.open('/runs/r/stream');
  equal([joined.path, joined.headers.Authorization], ['/api/v1/runs/r/stream', 'Bearer mine']);
  chat.change((now) => frame(now, 'e', { id: '1-2', type: 'message.delta', data: { chunk: { content: 'from the beginning' } } }, 1));
  chat.change((now) => runFound(now, 'e', lookedUp(view('running'))));
  equal(chat.conversation.turns[0].run.parts.map(({ text }) => text), ['from the beginning']);
}

export function anEventIsItsFields() {
  equal(frameOf('id: 1-2\nevent: message.delta\ndata: {"a":\ndata: 1}'), { id: '1-2', type: 'message.delta', data: '{"a":\n1}' });
  equal(frameOf(': still here'), {});
}

export function botsAreThoseThatAreBoundAndThoseThatWereSpokenTo() {
  const bound = (bot_id, enabled = true) => ({ enabled, scope: { kind: 'bot', bot_id } });
  equal(botsOf([bound('b'), bound('a'), bound('off', false), { scope: { kind: 'workspace' } }, bound('a')], [{ bot: 'old' }, { bot: 'a' }], 'here'), ['a', 'b', 'old', 'here']);
}
