import { PictureCache } from '../../main/resources/web/app/chat/picturecache.js';
import { Chat } from '../../main/resources/web/app/chat/chat.js';
import { Api } from '../../main/resources/web/app/net/api.js';
import { graphsByTurn } from '../../main/resources/web/app/state/graph.js';
import * as of from '../../main/resources/web/app/state/conversation.js';
import { equal, that } from './assertions.js';
import { item, page, talk } from './transcript.js';
import { settled, world } from './browser.js';

const nothingKept = { runs: () => [], storeRuns: () => {} };

function opened(named = { id: 'c', bot: 'demo' }, pictureCache = new PictureCache(() => {})) {
  const announced = [];
  const session = { api: new Api('mine', () => {}), me: { workspace_id: 'demo' } };
  const chat = new Chat(session, nothingKept, named, { changed: () => {}, stands: (turn) => announced.push(turn.run.phase) }, pictureCache);
  return { chat, announced };
}

const shown = (chat) => chat.conversation.turns.map((turn) => turn.message);
const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => `n${from + at}`);

/** A conversation with a run that speaks. */
async function speaking(host) {
  const { chat, announced } = opened();
  await host.answer('transcript', 200, page([]));
  chat.say('hi', {});
  await host.answer('/events', 202, { event_id: 'e', run_id: 'r', stream: '/stream?token=t' });
  return { chat, announced };
}

export async function readingAgainKeepsTheEarlierPages() {
  const host = world();
  const { chat } = opened();
  await host.answer('transcript', 200, page(talk(11, 20), 'c11'));
  chat.older();
  await host.answer('cursor=c11', 200, page(talk(1, 10)));
  chat.load();
  await host.answer('transcript', 200, page(talk(12, 21), 'c12'));
  equal(shown(chat), numbers(1, 21));
  equal(chat.conversation.history.reach, 'all');
}

export async function whatWasSaidWhileTheHostWasAwayIsReadBackToWhatIsShown() {
  const host = world();
  const { chat } = opened();
  await host.answer('transcript', 200, page(talk(1, 10)));
  chat.load();
  await host.answer('transcript', 200, page(talk(31, 40), 'c31'));
  equal(shown(chat), numbers(1, 10));
  await host.answer('cursor=c31', 200, page(talk(21, 30), 'c21'));
  await host.answer('cursor=c21', 200, page(talk(11, 20), 'c11'));
  await host.answer('cursor=c11', 200, page(talk(1, 10)));
  equal(shown(chat), numbers(1, 40));
}

export async function whatCouldNotBeReadIsReadOnceTheHostIsBack() {
  const host = world();
  const { chat } = opened();
  await host.answer('transcript', 200, page(talk(11, 20), 'c11'));
  chat.older();
  await host.answer('cursor=c11', 0);
  equal(chat.conversation.history.older.why, 'The host cannot be reached.');
  chat.reached();
  await host.answer('cursor=c11', 200, page(talk(1, 10)));
  equal(shown(chat), numbers(1, 20));
}

export async function whatComesLateForAClosedConversationChangesNothing() {
  const host = world();
  const { chat } = opened();
  chat.say('hi', {});
  chat.close();
  const before = chat.conversation;
  await host.answer('transcript', 200, page(talk(1, 10)));
  await host.answer('/events', 503);
  await host.pass();
  that(chat.conversation === before);
  equal(host.open().length, 0);
}

export async function aCancelThatIsRefusedSaysWhyAndMayBeAskedAgain() {
  const host = world();
  const { chat } = await speaking(host);
  for (const [status, why] of [[403, 'This key may read, but not cancel.'], [0, 'The host cannot be reached.'], [409, 'It had ended already.']]) {
    chat.cancel();
    that(chat.conversation.turns[0].run.cancelling);
    await host.answer('/runs/r/cancel', status);
    const { cancelling, notCancelled } = chat.conversation.turns[0].run;
    equal([cancelling, notCancelled], [false, why]);
  }
}

export async function aRunOfAnotherBrowserStaysAskedToEndWhileItIsLookedAt() {
  const host = world();
  const { chat } = opened();
  await host.answer('transcript', 200, page([item(1, 'user', 'e', 'sleep')]));
  const running = { run_id: 'r', state: 'running', admitted_at: '2026-11-21T10:00:00Z' };
  await host.answer('/resolutions/e', 200, { run_id: 'r' });
  await host.answer('/runs/r', 200, running);
  chat.cancel('e');
  await host.answer('/cancel', 202);
  await host.pass();
  await host.answer('/runs/r', 200, running);
  that(chat.conversation.turns[0].run.cancelling);
}

export async function aHostThatIsAwayDoesNotEndTheLookingForARun() {
  const host = world();
  opened();
  await host.answer('transcript', 200, page([item(1, 'user', 'e', 'hi')]));
  for (let i = 0; i < 20; i++) {
    await host.answer('/resolutions/e', [0, 502, 503, 504][i % 4]);
    await host.pass();
  }
  for (let i = 0; i < 5; i++) {
    await host.answer('/resolutions/e', 404);
    await host.pass();
  }
  equal(host.open('/resolutions').length, 0);
}

export async function howAMessageStandsIsTold() {
  const host = world();
  const { chat, announced } = await speaking(host);
  const end = { lastEventId: '1-2', type: 'run.completed', data: '{"data":{"finish_reason":"stop"}}' };
  host.streams[0].heard['run.completed'](end);
  chat.say('again', {});
  await host.answer('/events', 403);
  equal(announced, ['waiting', 'completed', 'unsent']);
}

export async function aQuestionIsToldBeforeItsRunEnds() {
  const host = world();
  const { announced } = await speaking(host);
  const result = (action) => JSON.stringify({ data: { action, payload: { interaction_id: 'q', title: 'Go?', run_id: 'g', actions: [] } } });
  const frame = (action, at) => host.streams[0].heard['action.requested']({ lastEventId: `1-${at}`, type: 'action.requested', data: result(action) });
  frame('ui.projection', 2);
  equal(announced, ['waiting']);
  frame('interaction.requested', 3);
  equal(announced, ['waiting', 'running']);
}

export async function aStreamThatIsGoneIsReadFromTheTranscriptAndItsOutcomeAskedFor() {
  const host = world();
  const { chat } = await speaking(host);
  host.streams[0].onerror();
  await host.answer('/stream', 410);
  await host.answer('transcript', 200, page([item(1, 'user', 'e', 'hi'), item(2, 'assistant', 'e', 'HI')]));
  await host.answer('/runs/r', 200, { run_id: 'r', state: 'ended', outcome: { type: 'run.completed' } });
  equal([shown(chat), chat.conversation.turns[0].run.phase], [['hi'], 'completed']);
  await host.answer('/projections', 200, { items: [] });
  await settled();
  equal(host.open().length, 0);
}

const WAITING = { run_id: 'g', title: 'Check', status: 'waiting', progress: { ended: 0, total: 1 }, actions: [{ id: 'a', title: 'A', status: 'waiting' }] };

export async function aGraphThatWasNotSeenToComeIsReadWithItsQuestion() {
  const host = world();
  const { chat } = opened();
  await host.answer('transcript', 200, page([item(1, 'user', 'e', 'hi'), item(2, 'assistant', 'e', 'I check.')]));
  await host.answer('/projections?bot_id=demo&conversation_id=c', 200, { items: [{ event_id: 'e', projection: WAITING }] });
  equal(graphsByTurn(chat.conversation.turns, chat.conversation.graphs).get('e').map(({ graph }) => graph.status), ['waiting']);
  await host.answer('code=waiting', 200, { items: [listed('r', 'e', 1)] });
  await host.answer('/interactions', 200, { items: [asks('q', 'May A run?')] });
  await host.answer('/resolutions/e', 200, { run_id: 'r' });
  await host.answer('/runs/r', 200, { run_id: 'r', state: 'ended', outcome: { type: 'run.completed', code: 'waiting' } });
  equal(words(chat.conversation.turns[0]), ['I check.', 'May A run?']);
  equal(host.open(), []);
}

const words = (turn) => of.partsOf(turn).map(({ kind, text, title }) => text ?? title ?? kind);
const asks = (id, title, response) => ({ request: { interaction_id: id, title }, token: 't', response });
const listed = (runId, eventId, second, status = 'completed') =>
  ({ run_id: runId, event_id: eventId, status, state: 'ended', admitted_at: new Date(second * 1000).toISOString(), outcome: { type: 'run.completed', code: 'waiting' } });

export async function theOpenQuestionsOfAnEarlierRunAreFoundAfterAReload() {
  const host = world();
  const { chat } = opened();
  await host.answer('transcript', 200, page([item(1, 'user', 'e', 'hi'), item(2, 'assistant', 'e', 'I check.'), item(3, 'user', 'e2', 'Approve')]));
  await host.answer('/projections', 200, { items: [{ event_id: 'e', run_id: 'r', latest_run_id: 'r2', projection: WAITING }] });
  await host.answer('bot_id=demo&conversation_id=c&code=waiting', 200, { items: [listed('r2', 'e2', 3), listed('r', 'e', 1)] });
  await host.answer('/runs/r/interactions', 200, { items: [asks('q1', 'May A run?', { values: {} }), asks('q2', 'May B run?'), asks('q3', 'Who?')] });
  await host.answer('/runs/r2/interactions', 200, { items: [] });
  const [turn] = chat.conversation.turns;
  equal([words(turn), turn.run.runId], [['I check.', 'May A run?', 'May B run?', 'Who?'], 'r']);
  equal(turn.run.parts.map(({ state }) => state), ['sent', 'open', 'open']);
}

export async function theQuestionsOfAGraphThatHasEndedAreShownWithTheirResponses() {
  const host = world();
  const { chat } = opened();
  const ended = { ...WAITING, status: 'completed', progress: { ended: 1, total: 1 } };
  const entries = [item(1, 'user', 'old', 'ho'), item(2, 'user', 'e', 'hi'), item(3, 'assistant', 'e', 'I check.'), item(4, 'user', 'e2', 'Approve'), item(5, 'assistant', 'e2', 'Done.')];
  await host.answer('transcript', 200, page(entries));
  await host.answer('/projections', 200, { items: [{ event_id: 'e', run_id: 'r', latest_run_id: 'r2', projection: ended }] });
  await host.answer('code=waiting', 200, { items: [listed('r', 'e', 2), listed('r0', 'old', 1), listed('gone', 'e0', 3)] });
  await host.answer('/runs/r/interactions', 200, { items: [asks('q', 'May A run?', { values: {} })] });
  equal(host.open('/interactions').length, 0);
  equal([words(chat.conversation.turns[1]), chat.conversation.turns[1].run.parts[0].state], [['I check.', 'May A run?'], 'sent']);
}

export async function aRunThatATimerStartedAndThatSaidNothingShowsItsOpenQuestion() {
  const host = world();
  const { chat } = opened();
  await host.answer('transcript', 200, page([item(1, 'user', 'old', 'ho'), item(2, 'user', 'e', 'hi'), item(3, 'assistant', 'e', 'I check.')]));
  await host.answer('/projections', 200, { items: [{ event_id: 'e', run_id: 'r', latest_run_id: 'r2', projection: WAITING }] });
  const runs = [listed('r3', 'e3', 6, 'cancelled'), listed('r2', 'e2', 5), listed('r', 'e', 2), listed('r0', 'old', 1), listed('before', 'e0', 0)];
  await host.answer('code=waiting', 200, { items: runs });
  await host.answer('/runs/r/interactions', 200, { items: [] });
  await host.answer('/runs/r2/interactions', 200, { items: [asks('q', 'May A run?')] });
  equal(host.open('/interactions').length, 0);
  equal(chat.conversation.turns.map((turn) => [turn.message, words(turn)]).slice(1), [['hi', ['I check.']], [null, ['May A run?']]]);
  chat.load();
  await host.answer('transcript', 200, page([item(4, 'assistant', 'e2', 'Now A.')]));
  equal(words(chat.conversation.turns.at(-1)), ['Now A.', 'May A run?']);
}

export async function questionsThatCannotBeReadAreLookedForAgain() {
  const host = world();
  const { chat } = opened();
  const entries = page([item(1, 'user', 'e', 'hi'), item(2, 'assistant', 'e', 'I check.'), item(3, 'user', 'e2', 'So?')]);
  for (const status of [503, 200]) {
    chat.load();
    await host.answer('transcript', 200, entries);
    await host.answer('/projections', 200, { items: [{ event_id: 'e', run_id: 'r', latest_run_id: 'r', projection: WAITING }] });
    await host.answer('code=waiting', 200, { items: [listed('r', 'e', 1)] });
    await host.answer('/runs/r/interactions', status, { items: [asks('q', 'May A run?')] });
  }
  equal(words(chat.conversation.turns[0]), ['I check.', 'May A run?']);
}

export async function graphsThatCannotBeReadAreNoObstacleAndWhatWasStreamedHereIsNotAskedFor() {
  const host = world();
  const { chat } = opened();
  await host.answer('transcript', 200, page(talk(1, 2)));
  await host.answer('/projections', 503);
  equal([shown(chat), chat.conversation.graphs], [numbers(1, 2), []]);
  const other = world();
  await speaking(other);
  equal(other.open('/projections').length, 0);
}

/** A run whose agent asks whether to deploy. */
async function askedIn(host) {
  const { chat } = await speaking(host);
  const { eventId } = chat.conversation.turns[0];
  const data = { action: 'interaction.requested', target: { token: 't' }, payload: { interaction_id: 'q', title: 'Deploy?', actions: [{ id: 'yes', label: 'Yes' }] } };
  chat.change((now) => of.frame(now, eventId, { id: '1-2', type: 'action.requested', data }, 0));
  chat.change((now) => of.frame(now, eventId, { id: '1-3', type: 'run.completed', data: { finish_reason: 'waiting' } }, 0));
  return { chat, eventId, question: chat.conversation.turns[0].run.parts[0] };
}

export async function aQuestionOfAStreamThatIsReadOnceMoreIsClosedIfItHasAResponse() {
  const host = world();
  const { chat } = await speaking(host);
  const data = { action: 'interaction.requested', target: { token: 't' }, payload: { interaction_id: 'q', title: 'May A run?' } };
  host.streams[0].heard['action.requested']({ lastEventId: '1-2', type: 'action.requested', data: JSON.stringify({ data }) });
  await host.answer('/runs/r/interactions', 200, { items: [asks('q', 'May A run?', { values: {} })] });
  equal(chat.conversation.turns[0].run.parts.map(({ id, state }) => [id, state]), [['q', 'sent']]);
}

export async function aQuestionThatItsRunWithdrawsIsClosed() {
  const host = world();
  const { chat } = await speaking(host);
  const frame = (at, data) => host.streams[0].heard['action.requested']({ lastEventId: `1-${at}`, type: 'action.requested', data: JSON.stringify({ data }) });
  frame(2, { action: 'interaction.requested', target: { token: 't' }, payload: { interaction_id: 'q', title: 'May A run?' } });
  await host.answer('/runs/r/interactions', 200, { items: [asks('q', 'May A run?')] });
  frame(3, { action: 'interaction.withdrawn', payload: { interaction_id: 'q' } });
  await host.answer('/runs/r/interactions', 200, { items: [{ request: { interaction_id: 'q', title: 'May A run?', expires_at: 5 }, token: 't' }] });
  equal(chat.conversation.turns[0].run.parts.map(({ expiresAt }) => expiresAt), [5000]);
}

export async function theQuestionOfARunThatFailsIsClosed() {
  const host = world();
  const { chat } = await speaking(host);
  const frame = (at, type, data) => host.streams[0].heard[type]({ lastEventId: `1-${at}`, type, data: JSON.stringify({ data }) });
  frame(2, 'action.requested', { action: 'interaction.requested', target: { token: 't' }, payload: { interaction_id: 'q', title: 'May A run?' } });
  await host.answer('/runs/r/interactions', 200, { items: [asks('q', 'May A run?')] });
  frame(3, 'run.failed', { code: 'cancelled' });
  await host.answer('/runs/r/interactions', 200, { items: [{ request: { interaction_id: 'q', title: 'May A run?', expires_at: 5 }, token: 't' }] });
  equal(chat.conversation.turns[0].run.parts.map(({ expiresAt }) => expiresAt), [5000]);
}

const nothingEntered = { getAll: () => [] };

export async function aResponseIsAMessageOfItsOwnWhoseRunIsFollowed() {
  const host = world();
  const { chat, eventId, question } = await askedIn(host);
  chat.respond(eventId, question, 'yes', nothingEntered, 'ada');
  await host.answer('/runs/r/interactions/q', 202, { event_id: 'e2', run_id: 'r2' });
  const { state, response } = chat.conversation.turns[0].run.parts[0];
  equal([state, response], ['sent', 'Yes']);
  equal(chat.conversation.turns.map(({ eventId: id, message, run }) => [id, message, run.runId]).at(-1), ['e2', 'Deploy?\nYes', 'r2']);
}

export async function aResponseThatCouldNotBeHandedInLeavesTheQuestionOpen() {
  const host = world();
  const { chat, eventId, question } = await askedIn(host);
  chat.respond(eventId, question, 'yes', nothingEntered, 'ada');
  await host.answer('/runs/r/interactions/q', 0);
  const { state, why } = chat.conversation.turns[0].run.parts[0];
  equal([state, why], ['open', 'The host cannot be reached.']);
  equal(chat.conversation.turns.length, 1);
}

export async function aResponseThatCameTooLateClosesTheQuestion() {
  const host = world();
  const { chat, eventId, question } = await askedIn(host);
  chat.respond(eventId, question, 'yes', nothingEntered, 'ada');
  await host.answer('/runs/r/interactions/q', 409, { detail: 'Another response came first.' });
  equal(chat.conversation.turns[0].run.parts[0].state, 'closed');
  await host.answer('/runs/r/interactions', 200, { items: [asks('q', 'Deploy?', { action_id: 'no', values: {} })] });
  const { state, why } = chat.conversation.turns[0].run.parts[0];
  equal([state, why], ['sent', null]);
}

export async function aQuestionThatTheHostClosedStaysClosedWithItsReason() {
  const host = world();
  const { chat, eventId, question } = await askedIn(host);
  chat.respond(eventId, question, 'yes', nothingEntered, 'ada');
  await host.answer('/runs/r/interactions/q', 410);
  await host.answer('/runs/r/interactions', 200, { items: [asks('q', 'Deploy?')] });
  const { state, why } = chat.conversation.turns[0].run.parts[0];
  equal([state, why], ['closed', 'This question is not open any more.']);
}

export async function aQuestionIsFoundAgainByAPageThatDidNotSeeItCome() {
  const host = world();
  const { chat } = opened();
  await host.answer('transcript', 200, page([item(1, 'user', 'deploy', 'e1')]));
  await host.answer('/resolutions/', 200, { run_id: 'r1' });
  await host.answer('/runs/r1', 200, { run_id: 'r1', state: 'ended', admitted_at: '2026-11-28T05:00:00Z', outcome: { type: 'run.completed' } });
  await host.answer('/runs/r1/interactions', 200, { items: [{ request: { interaction_id: 'q', title: 'Deploy?' }, token: 't', actor_ids: ['ada'] }] });
  equal(chat.conversation.turns[0].run.parts.map(({ id, token, actors, state }) => [id, token, actors, state]), [['q', 't', ['ada'], 'open']]);
}

const QUESTION = { interaction_id: 'q', title: 'May it?', actions: [{ id: 'approve', label: 'Approve' }], expires_at: 4_000_000_000 };
const GRAPH = (status) => ({ run_id: 'g', title: 'Check', status, progress: { ended: 0, total: 1 }, actions: [{ id: 'a', title: 'A', status }] });
const STORED = (status) => ({ items: [{ event_id: 'e', run_id: 'r', latest_run_id: 'r', projection: GRAPH(status) }] });
const open = (chat) => chat.conversation.turns[0].run.parts.find(({ kind }) => kind === 'question');
const card = (chat) => [...graphsByTurn(chat.conversation.turns, chat.conversation.graphs).values()][0][0].graph;

/** A conversation with a graph that waits for a person. */
async function waiting(host) {
  const { chat } = await speaking(host);
  const [stream] = host.streams;
  const frame = (type, data, at) => stream.heard[type]({ type, lastEventId: `1-${at}`, data: JSON.stringify({ data }) });
  frame('action.requested', { action: 'ui.projection', payload: GRAPH('waiting') }, 1);
  frame('action.requested', { action: 'interaction.requested', target: { token: 't', actor_ids: [] }, payload: QUESTION }, 2);
  frame('run.completed', { finish_reason: 'waiting' }, 3);
  await host.answer('/runs/r/interactions', 200, { items: [{ request: QUESTION, token: 't', actor_ids: [] }] });
  return chat;
}

export async function aGraphThatWaitsIsStoppedAndItsQuestionIsClosed() {
  const host = world();
  const chat = await waiting(host);
  chat.stopGraph(card(chat));
  equal(chat.conversation.graphStops.g, { why: null });
  await host.answer('/runs/r/cancel', 202);
  await host.answer('/projections', 200, STORED('canceled'));
  await host.answer('/runs/r/interactions', 200, { items: [{ request: { ...QUESTION, expires_at: 5 }, token: 't', actor_ids: [] }] });
  equal(card(chat).status, 'canceled');
  equal(open(chat).expiresAt, 5000);
  equal(chat.conversation.graphStops, {});
}

export async function aStopThatIsRefusedIsExplainedAndTheGraphWaits() {
  const host = world();
  const chat = await waiting(host);
  chat.stopGraph(card(chat));
  await host.answer('/runs/r/cancel', 403);
  equal(card(chat).status, 'waiting');
  equal(chat.conversation.graphStops.g.why, 'This key may read, but not cancel.');
}

export async function aStopOnAnotherDeviceIsSeenWithoutAReload() {
  const host = world();
  const chat = await waiting(host);
  chat.checkForUpdates();
  await host.answer('transcript', 200, page([]));
  await host.answer('/projections', 200, STORED('canceled'));
  await host.answer('/runs/r/interactions', 200, { items: [{ request: { ...QUESTION, expires_at: 5 }, token: 't', actor_ids: [] }] });
  await host.answer('code=waiting', 200, { items: [] });
  equal(card(chat).status, 'canceled');
  equal(open(chat).expiresAt, 5000);
  chat.checkForUpdates();
  await host.answer('transcript', 200, page([]));
  equal(host.open('/projections').length, 0);
}

export async function aQuestionThatALaterRunAsksIsFoundWithoutAReload() {
  const host = world();
  const { chat } = opened();
  const stored = (latest) => ({ items: [{ event_id: 'e', run_id: 'r', latest_run_id: latest, projection: WAITING }] });
  const entries = page([item(1, 'user', 'e', 'hi'), item(2, 'assistant', 'e', 'I check.'), item(3, 'user', 'e0', 'So?')]);
  await host.answer('transcript', 200, entries);
  await host.answer('/projections', 200, stored('r'));
  await host.answer('code=waiting', 200, { items: [listed('r', 'e', 1)] });
  await host.answer('/runs/r/interactions', 200, { items: [] });
  chat.checkForUpdates();
  await host.answer('transcript', 200, entries);
  await host.answer('/projections', 200, stored('r2'));
  await host.answer('code=waiting', 200, { items: [listed('r2', 'e2', 9), listed('r', 'e', 1)] });
  await host.answer('/runs/r2/interactions', 200, { items: [asks('q', 'May A run?')] });
  equal(words(chat.conversation.turns.at(-1)), ['May A run?']);
  chat.checkForUpdates();
  await host.answer('transcript', 200, entries);
  await host.answer('/projections', 200, stored('r2'));
  equal([host.open('code=waiting').length, host.open('/interactions').length], [0, 0]);
}
