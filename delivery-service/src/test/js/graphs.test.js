// The stored graphs of an open conversation, after an outage of the host and after the end of a run.
import { PictureCache } from '../../main/resources/web/app/chat/picturecache.js';
import { Chat } from '../../main/resources/web/app/chat/chat.js';
import { Api } from '../../main/resources/web/app/net/api.js';
import { graphsByTurn, shownStatus } from '../../main/resources/web/app/state/graph.js';
import * as of from '../../main/resources/web/app/state/conversation.js';
import { equal } from './assertions.js';
import { world } from './browser.js';
import { item, page, talk } from './transcript.js';

const ENTRIES = page([item(1, 'user', 'e', 'hi'), item(2, 'assistant', 'e', 'I check.'), item(3, 'user', 'e2', 'So?')]);
const VIEW = (status, ask, tool, counts = {}) => ({
  run_id: 'g', title: 'Check', status, progress: { ended: 0, total: 2, ...counts },
  actions: [{ id: 'tool', title: 'Look', status: tool }, { id: 'ask', title: 'Ask', status: ask }],
});
const STORED = (view) => ({ items: [{ event_id: 'e', run_id: 'r', latest_run_id: 'r', projection: view }] });
const WAITING = STORED(VIEW('waiting', 'waiting', 'completed'));
const WAITS = { items: [{ run_id: 'r', event_id: 'e', status: 'completed', state: 'ended', admitted_at: '2026-11-21T10:00:00Z', outcome: { type: 'run.completed', code: 'waiting' } }] };
const ASKED = { items: [{ request: { interaction_id: 'q', title: 'May A run?' }, token: 't', actor_ids: [] }] };

function opened() {
  const session = { api: new Api('mine', () => {}), me: { workspace_id: 'demo' } };
  const keyStorage = { runs: () => [], storeRuns: () => {} };
  return new Chat(session, keyStorage, { id: 'c', bot: 'demo' }, { changed: () => {}, stands: () => {} }, new PictureCache(() => {}));
}

async function checks(host, chat, entries = ENTRIES) {
  chat.checkForUpdates();
  await host.answer('transcript', 200, entries);
}

const cards = ({ conversation: { turns, graphs } }) => [...graphsByTurn(turns, graphs).values()].flat().map(({ graph }) => graph);
const words = (turn) => of.partsOf(turn).map(({ kind, text, title }) => text ?? title ?? kind);

export async function graphsAndQuestionsOfAPageThatWasOpenedInAnOutageAreReadWithTheNextChecks() {
  const host = world();
  const chat = opened();
  await host.answer('transcript', 200, ENTRIES);
  await host.answer('/projections', 502);
  for (const status of [0, 503, 504]) {
    await checks(host, chat);
    await host.answer('/projections', status);
  }
  equal(cards(chat), []);
  await checks(host, chat);
  await host.answer('/projections', 200, WAITING);
  await host.answer('code=waiting', 200, WAITS);
  await host.answer('/runs/r/interactions', 200, ASKED);
  equal([cards(chat).map(({ status }) => status), words(chat.conversation.turns[0])], [['waiting'], ['I check.', 'May A run?']]);
}

export async function questionsThatTheHostCouldNotListAreLookedForWithTheNextCheck() {
  for (const [list, questions] of [[503, null], [200, 502]]) {
    const host = world();
    const chat = opened();
    await host.answer('transcript', 200, ENTRIES);
    await host.answer('/projections', 200, WAITING);
    await host.answer('code=waiting', list, WAITS);
    if (questions) {
      await host.answer('/runs/r/interactions', questions);
    }
    await checks(host, chat);
    await host.answer('/projections', 200, WAITING);
    await host.answer('code=waiting', 200, WAITS);
    await host.answer('/runs/r/interactions', 200, ASKED);
    equal(words(chat.conversation.turns[0]), ['I check.', 'May A run?']);
  }
}

export async function graphsOrQuestionsThatMayBeMissingAreSaidUntilTheHostListsThem() {
  for (const [graphs, list, questions] of [[502], [200, 503], [200, 200, 0]]) {
    const host = world();
    const chat = opened();
    await host.answer('transcript', 200, ENTRIES);
    equal(chat.conversation.areGraphsMissing, false);
    await host.answer('/projections', graphs, WAITING);
    if (list) {
      await host.answer('code=waiting', list, WAITS);
    }
    if (questions !== undefined) {
      await host.answer('/runs/r/interactions', questions);
    }
    equal(chat.conversation.areGraphsMissing, true);
    await checks(host, chat);
    await host.answer('/projections', 200, WAITING);
    await host.answer('code=waiting', 200, WAITS);
    equal(chat.conversation.areGraphsMissing, true);
    await host.answer('/runs/r/interactions', 200, ASKED);
    equal(chat.conversation.areGraphsMissing, false);
  }
}

export async function theQuestionOfAGraphThatBeganOnAnEarlierPageIsFoundWithThatPage() {
  const host = world();
  const chat = opened();
  await host.answer('transcript', 200, page(talk(11, 20), 'c11'));
  await host.answer('/projections', 200, WAITING);
  equal([cards(chat), host.open('code=waiting').length], [[], 0]);
  chat.older();
  await host.answer('cursor=c11', 200, ENTRIES);
  await host.answer('code=waiting', 200, WAITS);
  await host.answer('/runs/r/interactions', 200, ASKED);
  equal([cards(chat).map(({ status }) => status), words(chat.conversation.turns[0])], [['waiting'], ['I check.', 'May A run?']]);
}

export async function graphsThatTheHostRefusesAreNotReadWithEachCheck() {
  const host = world();
  const chat = opened();
  await host.answer('transcript', 200, ENTRIES);
  await host.answer('/projections', 403);
  equal(chat.conversation.areGraphsMissing, false);
  await checks(host, chat);
  equal(host.open('/projections').length, 0);
}

export async function theQuestionsOfALatestRunAreReadAfterAnOutage() {
  const host = world();
  const chat = opened();
  const run = { run_id: 'r', state: 'ended', admitted_at: '2026-11-21T10:00:00Z', outcome: { type: 'run.completed' } };
  await host.answer('transcript', 200, page([item(1, 'user', 'e', 'hi')]));
  await host.answer('/projections', 200, { items: [] });
  await host.answer('/resolutions/e', 200, { run_id: 'r' });
  await host.answer('/runs/r', 200, run);
  await host.answer('/runs/r/interactions', 502);
  await host.pass();
  await host.answer('/runs/r', 200, run);
  await host.answer('/runs/r/interactions', 200, ASKED);
  equal(words(chat.conversation.turns[0]), ['May A run?']);
}

export async function theGraphOfARunThatMissedItsDeadlineIsShownAsTheHostListsIt() {
  const host = world();
  const chat = opened();
  await host.answer('transcript', 200, page([]));
  chat.say('hi', {});
  await host.answer('/events', 202, { event_id: 'e', run_id: 'r', stream: '/stream?token=t' });
  const frame = (type, data, at) => host.streams[0].heard[type]({ type, lastEventId: `1-${at}`, data: JSON.stringify({ data }) });
  frame('action.requested', { action: 'ui.projection', payload: VIEW('running', 'waiting', 'running') }, 1);
  await checks(host, chat, page([]));
  equal(host.open('/projections').length, 0);
  frame('run.failed', { code: 'deadline_exceeded', error: 'late' }, 2);
  equal(cards(chat).map(shownStatus), ['stopped']);
  await checks(host, chat, page([]));
  await host.answer('/projections', 200, STORED(VIEW('running', 'waiting', 'running')));
  await host.answer('code=waiting', 200, { items: [] });
  await checks(host, chat, page([]));
  await host.answer('/projections', 200, STORED(VIEW('failed', 'canceled', 'failed', { ended: 1, canceled: 1 })));
  const [{ status, ended, total, canceled, actions }] = cards(chat);
  equal([status, ended, total, canceled, ...actions.map((action) => action.status)], ['failed', 1, 2, 1, 'failed', 'canceled']);
  await host.answer('code=waiting', 200, { items: [] });
  await checks(host, chat, page([]));
  equal(host.open('/projections').length, 0);
}
