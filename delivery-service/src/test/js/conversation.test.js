import * as of from '../../main/resources/web/app/state/conversation.js';
import { latestRead } from '../../main/resources/web/app/state/history.js';
import { lookedUp } from '../../main/resources/web/app/state/run.js';
import { equal, that } from './assertions.js';
import { item, page } from './transcript.js';

const empty = () => of.emptyConversation('c', 'demo');
const received = (conversation) => conversation.turns.map((turn) => [turn.message, ...of.partsOf(turn).map((part) => part.text)]);
const written = (conversation, id, text) => of.messageWritten(conversation, { eventId: id, text, body: { event_id: id, text } }, 50);
const load = (conversation, items) => latestRead(conversation, page(items));

export function theHostsNameOfAMessageIsItsNameFromThenOn() {
  const conversation = of.taken(written(empty(), 'own', 'hi'), 'own', { eventId: 'host', runId: 'r', stream: '/s' });
  equal(conversation.turns.map(({ key, eventId, run }) => [key, eventId, run.phase]), [['own', 'host', 'waiting']]);
}

export function theStreamsWordGoesBeforeTheTranscripts() {
  const open = of.taken(written(empty(), 'own', 'hi'), 'own', { eventId: 'host', runId: 'r', stream: '/s' });
  const streaming = of.frame(open, 'host', { id: '1-2', type: 'message.delta', data: { chunk: { content: 'H' } } }, 60);
  equal(received(load(streaming, [item(1, 'user', 'host', 'hi'), item(2, 'assistant', 'host', 'HI')])), [['hi', 'H']]);
}

export function aStreamThatIsNotKeptAnyMoreIsToldByTheTranscript() {
  const open = of.taken(written(empty(), 'own', 'hi'), 'own', { eventId: 'host', runId: 'r', stream: '/s' });
  const gone = load(of.streamGone(open, 'host'), [item(1, 'user', 'host', 'hi'), item(2, 'assistant', 'host', 'HI')]);
  equal(received(gone), [['hi', 'HI']]);
  equal(of.toLookUp(gone).map((turn) => turn.eventId), ['host']);
  const found = of.runFound(gone, 'host', lookedUp({ run_id: 'r', state: 'ended', outcome: { type: 'run.completed' } }));
  equal(of.toLookUp(found), []);
  equal(received(found), [['hi', 'HI']]);
}

export function onlyWhatTheTranscriptDoesNotTellIsLookedUp() {
  const conversation = load(empty(), [item(1, 'user', 'e1', 'failed'), item(2, 'user', 'e2', 'two'), item(3, 'assistant', 'e2', 'TWO'), item(4, 'user', 'e3', 'three'), item(5, 'assistant', 'e3', 'THREE')]);
  equal(of.toLookUp(conversation).map((turn) => turn.eventId), ['e1', 'e3']);
}

export function onlyOpenRunsAreFollowedAndTheOldestIsCancelledFirst() {
  const two = ['a', 'b'].reduce((now, id) => of.taken(written(now, id, id), id, { eventId: `h${id}`, runId: `r${id}`, stream: `/${id}` }), empty());
  equal(of.toFollow(two).map((turn) => turn.eventId), ['ha', 'hb']);
  equal(of.toCancel(two).eventId, 'ha');
  const asked = of.cancelAsked(two, 'ha', true);
  equal(of.toCancel(asked).eventId, 'hb');
  const over = of.frame(asked, 'ha', { id: '1-2', type: 'run.failed', data: { code: 'cancelled' } }, 60);
  equal(of.toFollow(over).map((turn) => turn.eventId), ['hb']);
}

export function whatWasNotHandedInMayBeTakenBack() {
  const unsent = of.refused(written(empty(), 'own', 'hi'), 'own', 'away', true);
  equal(of.again(unsent, 'own').turns[0].run.body, { event_id: 'own', text: 'hi' });
  equal(of.withoutTurn(unsent, 'own').turns, []);
}

export function whatAnEarlierVisitLeftOpenIsPutBackOnce() {
  const kept = [{ key: 'k', eventId: 'host', message: 'hi', at: 1, run: { phase: 'waiting', parts: [], stream: '/s' } }];
  const back = of.resumed(of.resumed(empty(), kept), kept);
  equal(back.turns.length, 1);
  that(of.toFollow(back).length === 1);
}
