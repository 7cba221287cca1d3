import { PictureCache } from '../../main/resources/web/app/chat/picturecache.js';
import { Chat } from '../../main/resources/web/app/chat/chat.js';
import { sendPendingElsewhere } from '../../main/resources/web/app/chat/otherconversations.js';
import { keyStorageOf } from '../../main/resources/web/app/storage/keystorage.js';
import { browserStorage } from '../../main/resources/web/app/storage/browserstorage.js';
import { Api } from '../../main/resources/web/app/net/api.js';
import { ASKS_AFTER, needsConfirmation, isPending, pendingTurns } from '../../main/resources/web/app/state/pending.js';
import { LONGEST_TEXT, whyTooLong } from '../../main/resources/web/app/state/limits.js';
import { equal, that } from './assertions.js';
import { page } from './transcript.js';
import { settled, world } from './browser.js';

const named = { id: 'c', bot: 'demo' };
const session = { api: new Api('mine', () => {}), me: { workspace_id: 'demo', key_id: 'k' }, away: true };
const taken = (n) => ({ event_id: `e${n}`, run_id: `r${n}`, stream: '/stream?token=t' });

function open(keyStorage, isAway = true) {
  return new Chat({ ...session, away: isAway }, keyStorage, named, { changed: () => {}, stands: () => {} }, new PictureCache(() => {}));
}

/** A conversation in which these were said while nobody answered. */
async function away(...texts) {
  const host = world();
  browserStorage.storeKey('mine');
  const keyStorage = keyStorageOf(session.me);
  keyStorage.storeList([{ ...named, title: 'c', usedAt: 1 }]);
  const chat = open(keyStorage);
  await host.answer('transcript', 200, page([]));
  for (const text of texts) {
    chat.say(text, {});
    for (let tries = 0; tries < 3; tries++) {
      await host.answer('/events', 0);
      await host.pass();
    }
  }
  return { host, keyStorage, chat };
}

export async function whatWasWrittenWhileTheHostWasAwayIsSentInItsOrderOnceItIsBack() {
  const { host, chat } = await away('first', 'second');
  equal(chat.conversation.turns.map(({ run }) => [run.phase, run.later]), [['unsent', true], ['unsent', true]]);
  chat.reached();
  equal(host.open('/events').map(({ body }) => body.text), ['first']);
  await host.answer('/events', 202, taken(1));
  equal(host.open('/events').map(({ body }) => body.text), ['second']);
  await host.answer('/events', 202, taken(2));
  equal(chat.conversation.turns.map(({ run }) => run.phase), ['waiting', 'waiting']);
}

const asked = (host) => host.open('/events').map(({ body }) => body.text);

async function refuse(host, status) {
  for (let tries = 0; tries < 3; tries++) {
    await host.answer('/events', status);
    await host.pass();
  }
}

export async function whatIsNotTakenHoldsUpWhatWasWrittenAfterIt() {
  const { host, chat } = await away('first', 'second');
  chat.reached();
  await refuse(host, 0);
  equal(asked(host), []);
  chat.reached();
  equal(asked(host), ['first']);
}

export async function aHostThatIsBackTwiceIsNotAskedForTheSecondBeforeTheFirstIsTaken() {
  const { host, chat } = await away('first', 'second');
  chat.reached();
  chat.reached();
  equal(asked(host), ['first']);
  await host.answer('/events', 202, taken(1));
  equal(asked(host), ['second']);
}

/** As an ingress does while the service is down: somebody answers, so nothing tells the page that the host is back. */
export async function whatIsAnsweredInTheHostsPlaceIsSentOnceTheHostAnswers() {
  for (const status of [502, 503, 504]) {
    const { host, keyStorage } = await away();
    const chat = open(keyStorage, false);
    await host.answer('transcript', 200, page([]));
    chat.say('first', {});
    await refuse(host, status);
    equal(asked(host), ['first']);
    chat.say('second', {});
    equal(asked(host), ['first', 'second']);
    await host.answer('/events', 202, taken(1));
    await refuse(host, status);
    equal(asked(host), ['second']);
    await host.answer('/events', 202, taken(2));
    equal(chat.conversation.turns.map(({ run }) => run.phase), ['waiting', 'waiting']);
    await host.pass();
    equal(asked(host), []);
  }
}

export async function whatOneTabKeepsAnotherTabDoesNotForget() {
  const { host, keyStorage, chat } = await away('first');
  const other = open(keyStorage);
  chat.say('second', {});
  await host.answer('transcript', 200, page([]));
  await host.pass();
  that(other.conversation.history.reach === 'all');
  equal(keyStorage.runs(named).map(({ message }) => message), ['first', 'second']);
  chat.discardMessage(chat.conversation.turns[1].eventId);
  equal(keyStorage.runs(named).map(({ message }) => message), ['first']);
}

export async function itOutlivesTheReload() {
  const { host, chat, keyStorage } = await away('kept');
  const { body } = chat.conversation.turns[0].run;
  chat.close();
  const again = open(keyStorage);
  again.sendPending();
  await settled();
  equal(host.open('/events').map((one) => one.body), [body]);
}

export async function whatWasBeingSentWhenThePageClosedIsSentByItselfToo() {
  const { chat, keyStorage, host } = await away();
  chat.say('cut short', {});
  chat.close();
  sendPendingElsewhere(session, keyStorage, () => null, new PictureCache(() => {}));
  await settled();
  that(host.open('/events').length === 2);
}

export async function otherConversationsAreSentWithoutBeingOpened() {
  const { host, chat, keyStorage } = await away('over there');
  chat.close();
  sendPendingElsewhere(session, keyStorage, () => ({ id: 'here', bot: 'demo' }), new PictureCache(() => {}));
  await settled();
  await host.answer('/events', 202, taken(1));
  equal(keyStorage.runs(named).map(({ run }) => run.phase), ['waiting']);
}

export async function afterFiveMinutesThePersonIsAskedFirst() {
  const { host, chat } = await away('old');
  const [{ eventId, run }] = chat.conversation.turns;
  equal([isPending(run, run.at + ASKS_AFTER), needsConfirmation(run, run.at + ASKS_AFTER + 1)], [true, true]);
  equal(pendingTurns(chat.conversation, run.at + ASKS_AFTER + 1), []);
  chat.confirm(eventId);
  equal(host.open('/events').map(({ body }) => body.text), ['old']);
}

export async function whatTheHostRefusedIsNotSentByItself() {
  const { host, chat } = await away();
  chat.say('refused', {});
  await host.answer('/events', 400, { detail: 'no' });
  chat.reached();
  equal([chat.conversation.turns[0].run.later, host.open('/events')], [false, []]);
}

export function aTextThatIsTooLongIsToldWithTheLimit() {
  equal(whyTooLong('x'.repeat(LONGEST_TEXT)), '');
  that(whyTooLong('x'.repeat(LONGEST_TEXT + 1)).includes('131,073'));
}

export function aDraftIsKeptForItsConversation() {
  world();
  browserStorage.storeKey('mine');
  const keyStorage = keyStorageOf(session.me);
  keyStorage.storeList([{ ...named, title: 'c', usedAt: 1 }]);
  keyStorage.storeDraft(named, 'half a');
  keyStorage.storeDraft({ id: 'fresh', bot: 'demo' }, 'new');
  equal([keyStorage.draft(named), keyStorage.draft({ id: 'other', bot: 'demo' })], ['half a', 'new']);
  keyStorage.storeDraft(named, '');
  equal(keyStorage.draft(named), '');
}
