import * as of from '../../main/resources/web/app/state/conversation.js';
import { isOther, joined, latestRead, mayAskOlder, meets, olderRead, pageAsked, pageFailed } from '../../main/resources/web/app/state/history.js';
import { lookedUp } from '../../main/resources/web/app/state/run.js';
import { equal, that } from './assertions.js';
import { item, page, talk } from './transcript.js';

const empty = () => of.emptyConversation('c', 'demo');
const received = (conversation) => conversation.turns.map((turn) => [turn.message, ...of.partsOf(turn).map((part) => part.text)]);
const written = (conversation, id, text) => of.messageWritten(conversation, { eventId: id, text, body: { event_id: id, text } }, 50);
const load = (conversation, items, next) => latestRead(conversation, page(items, next));

export function aPageIsTurnsInTheOrderInWhichTheyWereSaid() {
  const conversation = load(empty(), [item(1, 'user', 'e1', 'one'), item(2, 'assistant', 'e1', 'ONE'), item(3, 'user', 'e2', 'two'), item(4, 'assistant', 'e2', 'TWO')]);
  equal(received(conversation), [['one', 'ONE'], ['two', 'TWO']]);
  equal(conversation.history.reach, 'all');
}

export function anOlderPageGoesBeforeAndATurnCutBetweenPagesIsOne() {
  const newest = load(empty(), [item(4, 'assistant', 'e1', 'B'), item(5, 'user', 'e2', 'two')], 'cur');
  equal([newest.history.reach, newest.history.cursor], ['more', 'cur']);
  const all = olderRead(newest, page([item(1, 'user', 'e0', 'zero'), item(2, 'user', 'e1', 'one'), item(3, 'assistant', 'e1', 'A')]), 'cur');
  equal(received(all), [['zero'], ['one', 'A', 'B'], ['two']]);
}

export function aMessageNamesItsWriterUnlessThatIsThePersonAtThePage() {
  const by = (metadata) => load(empty(), [{ ...item(1, 'user', 'e1', 'one'), metadata }]).turns[0].who;
  equal([by({ actor_id: 'ada', actor_name: 'Ada' }), by({ actor_id: 'ada' }), by({})], [{ id: 'ada', name: 'Ada' }, { id: 'ada', name: 'ada' }, null]);
  equal([isOther(by({ actor_id: 'ada' }), 'web'), isOther(by({ actor_id: 'web', actor_name: 'Web' }), 'web')], [true, false]);
  equal([isOther(by({}), 'web'), isOther(undefined, 'web')], [false, false]);
}

export function theSamePageTwiceChangesNothing() {
  const items = [item(1, 'user', 'e1', 'one'), item(2, 'assistant', 'e1', 'ONE')];
  equal(received(load(load(empty(), items), items)), [['one', 'ONE']]);
  equal(received(olderRead(load(empty(), items), page(items), null)), [['one', 'ONE']]);
}

export function whatIsOnlyKnownHereComesLast() {
  const conversation = load(written(empty(), 'own', 'new'), [item(1, 'user', 'e1', 'old')]);
  equal(received(conversation), [['old'], ['new']]);
}

const asking = (conversation, at) => of.questionsOfRun(conversation, 'timer',
  { ...lookedUp({ run_id: 'r', admitted_at: new Date(at).toISOString(), state: 'ended', outcome: { type: 'run.completed' } }) },
  [{ kind: 'question', id: 'q', text: 'Which?', state: 'open', expiresAt: 0 }], at);

export function aQuestionOfARunWithoutAMessageStandsBeforeItsResponseAndLaterMessages() {
  const before = [item(1, 'user', 'e1', 'go'), item(2, 'assistant', 'e1', 'Later.')];
  const after = [item(9, 'user', 'e2', 'This one.'), item(10, 'assistant', 'e2', 'Fine.')];
  const expected = [['go', 'Later.'], [null, 'Which?'], ['This one.', 'Fine.']];

  equal(received(load(asking(load(empty(), before), 5000), [...before, ...after])), expected);
  equal(received(asking(load(empty(), [...before, ...after]), 5000)), expected);
}

export function aQuestionStandsAfterAMessageOfThisPageWhateverItsClock() {
  const own = of.messageWritten(empty(), { eventId: 'own', text: 'go', body: {} }, 90_000);
  const started = of.onTurn(own, 'own', (turn) => ({ ...turn, run: { ...turn.run, startedAt: 1000 } }));
  equal(received(asking(started, 5000)), [['go'], [null, 'Which?']]);
  equal(received(load(asking(own, 5000), [item(1, 'user', 'own', 'go'), item(9, 'user', 'e2', 'This one.')])), [['go'], [null, 'Which?'], ['This one.']]);
}

export function aMessageSentAgainThatTheHostHadAlreadyIsOneTurn() {
  const shown = load(written(empty(), 'own', 'hi'), [item(1, 'user', 'host', 'hi'), item(2, 'assistant', 'host', 'HI')]);
  equal(shown.turns.length, 2);
  const one = of.taken(shown, 'own', { eventId: 'host', runId: 'r', stream: '/s' });
  equal(received(one), [['hi', 'HI']]);
}

export function aMessageWithoutTextsIsSaidToHaveThings() {
  const conversation = load(empty(), [{ ...item(1, 'user', 'e', null), artifact_refs: [{ artifact_id: 'a', name: 'cat.png' }, {}] }]);
  const [{ message: words, attached }] = conversation.turns;
  equal([words, attached.map(({ artifactId, name }) => [artifactId, name])], ['', [['a', 'cat.png'], [null, null]]]);
}


export function readingTheNewestAgainKeepsWhatWasReadBeforeIt() {
  const back = olderRead(load(empty(), talk(3, 4), 'c3'), page(talk(1, 2), 'c1'), 'c3');
  const again = load(back, talk(3, 5), 'c3');
  equal(received(again), [1, 2, 3, 4, 5].map((n) => [`n${n}`, `N${n}`]));
  equal([again.history.reach, again.history.cursor], ['more', 'c1']);
}

export function readingTheNewestAgainKeepsTheAnswersThatAnOlderPageTold() {
  const items = [item(1, 'user', 'e', 'one'), item(2, 'assistant', 'e', 'A'), item(3, 'assistant', 'e', 'B')];
  const all = olderRead(load(empty(), items.slice(2), 'c'), page(items.slice(0, 2)), 'c');
  equal(received(load(all, items.slice(2), 'c')), [['one', 'A', 'B']]);
}

export function aNewestPageMeetsWhatIsShownOrIsJoinedToThoseBeforeIt() {
  const shown = load(empty(), talk(1, 3), 'c1');
  that(meets(empty(), page(talk(8, 9), 'c8')));
  that(meets(shown, page(talk(3, 4), 'c3')));
  that(meets(shown, page(talk(8, 9))));
  const newest = page(talk(8, 9), 'c8');
  that(!meets(shown, newest));
  const whole = joined(joined(newest, page(talk(5, 7), 'c5')), page(talk(3, 4), 'c3'));
  that(meets(shown, whole));
  equal(received(latestRead(shown, whole)).map(([message]) => message), [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `n${n}`));
}

export function anOlderPageThatComesTwiceMovesNothingBack() {
  const newest = load(empty(), talk(5, 6), 'c5');
  const further = olderRead(olderRead(newest, page(talk(3, 4), 'c3'), 'c5'), page(talk(1, 2)), 'c3');
  const late = olderRead(further, page(talk(3, 4), 'c3'), 'c5');
  equal([received(late).length, late.history.reach, late.history.cursor], [6, 'all', null]);
}

export function whatCouldNotBeReadIsToldAtItsEndAndTheOtherEndIsLeftAlone() {
  const shown = load(empty(), talk(5, 6), 'c5');
  const asking = pageAsked(shown, 'older');
  that(mayAskOlder(shown) && !mayAskOlder(asking) && !mayAskOlder(empty()));
  const failed = pageFailed(asking, 'older', 'away');
  equal([failed.history.older.why, failed.history.latest.why, failed.turns.length, mayAskOlder(failed)], ['away', null, 2, true]);
  equal(load(pageFailed(shown, 'latest', 'away'), talk(5, 7), 'c5').history.latest.why, null);
}
