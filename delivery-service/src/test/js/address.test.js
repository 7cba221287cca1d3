import { conversationAddress, readAddress } from '../../main/resources/web/app/state/address.js';
import { pause } from '../../main/resources/web/app/state/backoff.js';
import { listed, renamed, titleOf, used, without } from '../../main/resources/web/app/state/shelf.js';
import { duration, maySendAgain, stateOf, whyUnanswered, whyUnsent } from '../../main/resources/web/app/state/words.js';
import { restored, worthKeeping } from '../../main/resources/web/app/keep/openruns.js';
import { equal, that } from './check.js';

export function theFragmentNamesKeyConversationAndBot() {
  equal(readAddress('#key=ah_demo_1'), { key: 'ah_demo_1', conversation: null, bot: null });
  equal(readAddress('#c=a%20b&bot=x%2Fy'), { key: null, conversation: 'a b', bot: 'x/y' });
  for (const nothing of ['', '#', '#key=', '#=', '#&&', '#c']) {
    equal(readAddress(nothing), { key: null, conversation: null, bot: null });
  }
  equal(readAddress('#c=%E0%A4%A').conversation, '%E0%A4%A');
}

export function anAddressIsReadAsItWasWritten() {
  for (const [id, bot] of [['web-1', 'demo'], ['a b&c=d#', 'x/y'], ['%', '&bot=']]) {
    const read = readAddress(conversationAddress(id, bot, 'demo'));
    equal([read.conversation, read.bot ?? 'demo'], [id, bot]);
  }
}

export function theListIsByLastUse() {
  const two = used(used([], { id: 'a', bot: 'demo' }, 1, 'first'), { id: 'b', bot: 'demo' }, 2, 'second');
  equal(two.map((entry) => entry.id), ['b', 'a']);
  const again = used(two, { id: 'a', bot: 'demo' }, 3, 'other');
  equal(again.map(({ id, title }) => [id, title]), [['a', 'first'], ['b', 'second']]);
  equal(listed(again, { id: 'b', bot: 'demo' }, 4), again);
  equal(renamed(again, 'b', '  **new**\nname ')[1].title, 'new');
  equal(without(again, 'a').map((entry) => entry.id), ['b']);
}

export function aTitleIsAShortFirstLine() {
  equal(titleOf('## Hello *there*\nmore'), 'Hello there');
  equal(titleOf('   '), null);
  that(titleOf('x'.repeat(500)).length <= 48);
}

export function pausesGrowToALimit() {
  equal([1, 2, 3].map((tries) => pause(tries, 1)), [400, 800, 1600]);
  equal(pause(50, 1), 8000);
  that(pause(1, 0) === 300);
}

export function everyReasonHasAPlainSentence() {
  for (const reason of ['no_binding', 'binding_disabled', 'filtered', 'ambiguous', 'rejected', 'steered', 'event_conflict', 'event_too_old']) {
    const [why] = whyUnanswered(reason, 'demo', 'detail');
    that(why.length > 10 && !why.includes('_'));
  }
  equal(whyUnanswered('unheard_of', 'demo', 'detail'), ['Nobody answers this.', 'detail']);
}

export function onlyWhatMayGoWellIsOfferedAgain() {
  equal([0, 401, 403, 429, 500, 503].filter(maySendAgain).length, 6);
  equal([400, 404, 413].filter(maySendAgain), []);
  that([0, 400, 401, 403, 413, 429, 500].every((status) => whyUnsent(status, '').length > 10));
}

export function waitingIsToldWithItsTime() {
  equal([999, 4000, 65000, -5].map(duration), ['0 s', '4 s', '1:05 min', '0 s']);
  equal(stateOf({ phase: 'waiting', at: 1000, parts: [] }, 'demo', 5000), 'Waiting for demo · 4 s');
}

export function aReloadFindsWhatWasOpenAndWhatWasNotSent() {
  const turn = (eventId, run) => ({ key: eventId, eventId, said: 'x', at: 1, run: { body: {}, at: 1, parts: [{}], ...run } });
  const kept = worthKeeping({ turns: [
    turn('open', { phase: 'running', stream: '/s', position: [1, 4] }), turn('sending', { phase: 'sending' }),
    turn('ended', { phase: 'completed', stream: '/s', endedAt: 1000 }), turn('old', { phase: 'completed', stream: '/s', endedAt: -999999 }),
    turn('elsewhere', { phase: 'running', fromHost: true }), { eventId: 'told', run: null }] }, 2000);
  equal(kept.map((one) => one.eventId), ['open', 'sending', 'ended']);
  const back = restored(JSON.parse(JSON.stringify(kept)), 3000);
  equal(back.map(({ eventId, run }) => [eventId, run.phase, run.position, run.parts]),
    [['open', 'waiting', null, []], ['sending', 'unsent', null, []], ['ended', 'waiting', null, []]]);
  equal(restored(kept, 9999999).map((one) => one.eventId), ['open', 'sending']);
}
