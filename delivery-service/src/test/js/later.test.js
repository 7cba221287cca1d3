import { Album } from '../../main/resources/web/app/chat/album.js';
import { Chat } from '../../main/resources/web/app/chat/chat.js';
import { sendLaterElsewhere } from '../../main/resources/web/app/chat/laterelsewhere.js';
import { belongingsOf } from '../../main/resources/web/app/keep/belongings.js';
import { kept } from '../../main/resources/web/app/keep/kept.js';
import { Api } from '../../main/resources/web/app/net/api.js';
import { ASKS_AFTER, isDoubtful, isLater, toSendLater } from '../../main/resources/web/app/state/later.js';
import { LONGEST_TEXT, whyTooLong } from '../../main/resources/web/app/state/limits.js';
import { equal, that } from './check.js';
import { page } from './transcript.js';
import { settled, world } from './world.js';

const named = { id: 'c', bot: 'demo' };
const session = { api: new Api('mine', () => {}), me: { workspace_id: 'demo', key_id: 'k' }, away: true };
const taken = (n) => ({ event_id: `e${n}`, run_id: `r${n}`, stream: '/stream?token=t' });

function open(belongings, isAway = true) {
  return new Chat({ ...session, away: isAway }, belongings, named, { changed: () => {}, stands: () => {} }, new Album(() => {}));
}

/** A conversation in which these were said while nobody answered. */
async function away(...texts) {
  const host = world();
  kept.keepKey('mine');
  const belongings = belongingsOf(session.me);
  belongings.keepShelf([{ ...named, title: 'c', usedAt: 1 }]);
  const chat = open(belongings);
  await host.answer('transcript', 200, page([]));
  for (const text of texts) {
    chat.say(text, {});
    for (let tries = 0; tries < 3; tries++) {
      await host.answer('/events', 0);
      await host.pass();
    }
  }
  return { host, belongings, chat };
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
    const { host, belongings } = await away();
    const chat = open(belongings, false);
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
  const { host, belongings, chat } = await away('first');
  const other = open(belongings);
  chat.say('second', {});
  await host.answer('transcript', 200, page([]));
  await host.pass();
  that(other.conversation.history.reach === 'all');
  equal(belongings.runs(named).map(({ said }) => said), ['first', 'second']);
  chat.takeBack(chat.conversation.turns[1].eventId);
  equal(belongings.runs(named).map(({ said }) => said), ['first']);
}

export async function itOutlivesTheReload() {
  const { host, chat, belongings } = await away('kept');
  const { body } = chat.conversation.turns[0].run;
  chat.close();
  const again = open(belongings);
  again.sendLater();
  await settled();
  equal(host.open('/events').map((one) => one.body), [body]);
}

export async function whatWasBeingSentWhenThePageClosedIsSentByItselfToo() {
  const { chat, belongings, host } = await away();
  chat.say('cut short', {});
  chat.close();
  sendLaterElsewhere(session, belongings, () => null, new Album(() => {}));
  await settled();
  that(host.open('/events').length === 2);
}

export async function otherConversationsAreSentWithoutBeingOpened() {
  const { host, chat, belongings } = await away('over there');
  chat.close();
  sendLaterElsewhere(session, belongings, () => ({ id: 'here', bot: 'demo' }), new Album(() => {}));
  await settled();
  await host.answer('/events', 202, taken(1));
  equal(belongings.runs(named).map(({ run }) => run.phase), ['waiting']);
}

export async function afterFiveMinutesThePersonIsAskedFirst() {
  const { host, chat } = await away('old');
  const [{ eventId, run }] = chat.conversation.turns;
  equal([isLater(run, run.at + ASKS_AFTER), isDoubtful(run, run.at + ASKS_AFTER + 1)], [true, true]);
  equal(toSendLater(chat.conversation, run.at + ASKS_AFTER + 1), []);
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
  kept.keepKey('mine');
  const belongings = belongingsOf(session.me);
  belongings.keepShelf([{ ...named, title: 'c', usedAt: 1 }]);
  belongings.keepDraft(named, 'half a');
  belongings.keepDraft({ id: 'fresh', bot: 'demo' }, 'new');
  equal([belongings.draft(named), belongings.draft({ id: 'other', bot: 'demo' })], ['half a', 'new']);
  belongings.keepDraft(named, '');
  equal(belongings.draft(named), '');
}
