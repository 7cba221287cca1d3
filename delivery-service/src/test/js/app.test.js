import { createApp } from '../../main/resources/web/app/app.js';
import { equal, that } from './assertions.js';
import { item, page } from './transcript.js';
import { world } from './browser.js';

const me = { workspace_id: 'demo', key_id: 'k1', key_name: 'k1', role: 'operator' };

/** A page on which something was said, and whose answer is being written. */
async function speaking() {
  const host = world();
  const it = createApp(() => {});
  it.handlers.enterKey(' mine ');
  await host.answer('mine', 200, me);
  await host.answer('transcript', 200, page([]));
  it.handlers.name('Ada');
  it.handlers.say('between us');
  await host.answer('/events', 202, { event_id: 'e', run_id: 'r', stream: '/stream?token=t' });
  return { host, it };
}

const nothingIsSeen = ({ conversation, conversations, name, removed, announcement }) =>
  equal([conversation, conversations, name, removed, announcement], [null, [], null, null, '']);

export async function whatWasSaidIsListedAndKept() {
  const { host, it } = await speaking();
  const { conversation, conversations, announcement } = it.seen();
  equal([conversations[0].title, announcement, it.waits()], ['between us', 'Sent. Waiting for demo.', true]);
  equal(location.hash, `#c=${conversation.id}`);
  equal(host.stored().map((name) => name.replace(conversation.id, 'c')).toSorted(),
    ['agenthost.key', 'agenthost.of/demo/k1/conversations', 'agenthost.of/demo/k1/name', 'agenthost.of/demo/k1/runs/demo/c']);
}

export async function whatWasBeingSentWhenItsConversationWasLeftIsSentOnceItIsOpenedAgain() {
  const { host, it } = await speaking();
  const { id, bot } = it.seen().conversation;
  it.handlers.say('and then');
  it.handlers.fresh();
  await host.answer('/events', 503);
  await host.pass();
  equal(host.open('/events'), []);
  it.handlers.open({ id, bot });
  equal(host.open('/events').map(({ body }) => body.text), ['and then']);
}

export async function theSameKeyOnceMoreOpensTheConversationAgain() {
  const { host, it } = await speaking();
  const { id, bot } = it.seen().conversation;
  location.hash = `#key=mine&c=${id}&bot=${bot}`;
  it.brought();
  await host.answer('caller', 200, me);
  it.handlers.say('still here');
  equal(host.open('/events').map(({ body }) => [body.conversation_id, body.text]), [[id, 'still here']]);
  equal(it.seen().conversation.turns.map(({ message }) => message), ['between us', 'still here']);
}

export async function anAddressThatNamesABotOnlyBeginsAConversationWithIt() {
  const host = world();
  const it = createApp(() => {});
  location.hash = '#key=mine&bot=planner';
  it.brought();
  await host.answer('mine', 200, me);
  equal([it.seen().conversation.bot, location.hash], ['planner', '#bot=planner']);
}

export async function afterForgettingNothingIsSeenKeptOrFollowed() {
  const { host, it } = await speaking();
  it.handlers.cancel();
  it.handlers.leave();
  await host.answer('/cancel', 202);
  host.streams[0].heard['message.delta']({ lastEventId: '1-2', type: 'message.delta', data: '{"data":{"chunk":{"content":"late"}}}' });
  nothingIsSeen(it.seen());
  equal([host.stored(), location.hash, host.streams[0].closed, it.waits()], [[], '', true, false]);
}

export async function whereAnotherTabForgetsTheKeyThisOneLeavesToo() {
  const { host, it } = await speaking();
  localStorage.removeItem('agenthost.key');
  it.remembered({ key: 'agenthost.key' });
  equal([it.seen().session.phase, host.stored()], ['key', []]);
  nothingIsSeen(it.seen());
}

export async function aKeyThatIsRevokedShowsNothingMoreAndFollowsNothing() {
  const { host, it } = await speaking();
  it.handlers.cancel();
  await host.answer('/cancel', 401);
  equal([it.seen().session.wrong, host.streams[0].closed], ['The key was revoked.', true]);
  nothingIsSeen(it.seen());
}

export async function whatComesLateOfOneBotIsNotShownUnderAnother() {
  const host = world();
  const it = createApp(() => {});
  location.hash = '#c=c1';
  it.handlers.enterKey('mine');
  await host.answer('mine', 200, me);
  it.handlers.talkTo('other');
  await host.answer('/bots/demo/', 200, page([item(1, 'user', 'e', 'to demo')]));
  equal(it.seen().conversation.turns, []);
  await host.answer('/bots/other/', 200, page([item(1, 'user', 'o', 'to other')]));
  equal(it.seen().conversation.turns.map(({ message }) => message), ['to other']);
}

export async function aConversationThatWasRemovedIsPutBackAsItWas() {
  const { it } = await speaking();
  const { id } = it.seen().conversation;
  it.handlers.remove();
  it.handlers.remove(); // A click that was meant once.
  that(it.seen().conversation.id !== id && it.seen().conversations.length === 0);
  it.handlers.restoreEntry();
  equal([it.seen().conversation.id, it.seen().conversations[0].title, it.seen().removed], [id, 'between us', null]);
  equal(it.seen().conversation.turns.map(({ message }) => message), ['between us']); // Before the transcript has received it.
}

export async function aConversationThatBeganElsewhereIsCalledAfterWhatWasSaidFirst() {
  const host = world();
  const it = createApp(() => {});
  location.hash = '#c=c1';
  it.handlers.enterKey('mine');
  await host.answer('mine', 200, me);
  await host.answer('/bots/demo/', 200, page([item(1, 'user', 'e', 'where we began'), item(2, 'assistant', 'e', 'indeed')]));
  it.handlers.say('and on');
  equal(it.seen().conversations[0].title, 'where we began');
}

export async function whoMayOnlyReadCancelsNothingWithEscape() {
  const host = world();
  const it = createApp(() => {});
  it.handlers.enterKey('mine');
  await host.answer('mine', 200, { ...me, role: 'viewer' });
  await host.answer('transcript', 200, page([]));
  it.handlers.say('a word'); // What the page does not offer.
  await host.answer('/events', 202, { event_id: 'e', run_id: 'r', stream: '/stream?token=t' });
  it.escaped();
  equal(host.open('/cancel'), []);
}
