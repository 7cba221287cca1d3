import { belongingsOf } from '../../main/resources/web/app/keep/belongings.js';
import { kept } from '../../main/resources/web/app/keep/kept.js';
import { restored, worthKeeping } from '../../main/resources/web/app/keep/openruns.js';
import { equal } from './check.js';
import { world } from './world.js';

const named = { id: 'c', bot: 'demo' };
const open = [{ eventId: 'e', said: 'a secret', run: { phase: 'waiting', stream: '/s?token=t' } }];

function left(workspace, key) {
  const belongings = belongingsOf({ workspace_id: workspace, key_id: key });
  belongings.keepName('Ada');
  belongings.keepShelf([{ id: 'c', bot: 'demo', title: 'a secret' }]);
  belongings.keepRuns(named, open);
  return belongings;
}

const found = (belongings) => [belongings.name(), belongings.shelf().length, belongings.runs(named).length];

export function whatIsKeptForOneKeyNoOtherFinds() {
  world();
  kept.keepKey('mine');
  equal(found(left('demo', 'k')), ['Ada', 1, 1]);
  for (const [workspace, key] of [['demo', 'other'], ['other', 'k'], ['demo/k', ''], ['', 'demo/k'], ['de', 'mo/k']]) {
    equal(found(belongingsOf({ workspace_id: workspace, key_id: key })), [null, 0, 0]);
  }
  equal(found(belongingsOf({ workspace_id: 'demo', key_id: 'k' })), ['Ada', 1, 1]);
}

export function anotherBotsConversationOfTheSameNameIsAnother() {
  world();
  kept.keepKey('mine');
  equal(left('demo', 'k').runs({ id: 'c', bot: 'other' }), []);
}

export function afterForgettingNothingIsLeftButTheLook() {
  const browser = world();
  localStorage.setItem('somebody.elses', '1');
  kept.keepKey('mine');
  kept.keepLook('dark');
  left('demo', 'k');
  left('other', 'k');
  kept.forget();
  equal(browser.stored().toSorted(), ['agenthost.look', 'somebody.elses']);
}

export function whatComesLateForAForgottenKeyIsNotKept() {
  const browser = world();
  kept.keepKey('mine');
  const belongings = left('demo', 'k');
  kept.forget();
  belongings.keepRuns(named, open);
  belongings.keepShelf([named]);
  equal(browser.stored(), []);
}

export function anotherTabsForgettingIsNoticed() {
  world();
  kept.keepKey('mine');
  equal([null, 'agenthost.key', 'agenthost.look'].map((key) => kept.wasForgotten({ key })), [false, false, false]);
  kept.forget();
  equal([null, 'agenthost.key', 'agenthost.look'].map((key) => kept.wasForgotten({ key })), [true, true, false]);
}

export function whatSomebodyElseWroteIsNothing() {
  world();
  localStorage.setItem('agenthost.key', '{not json');
  localStorage.setItem('agenthost.look', '7');
  localStorage.setItem('agenthost.of/demo/k/conversations', '{"a":1}');
  localStorage.setItem('agenthost.of/demo/k/runs/demo/c', '[null, {"eventId": 1}, {"eventId": "e"}]');
  equal([kept.key(), kept.look(), found(belongingsOf({ workspace_id: 'demo', key_id: 'k' }))], [null, 'system', [null, 0, 0]]);
}

export function aStorageThatIsForbiddenIsNothing() {
  world();
  globalThis.localStorage = { getItem: refuse, setItem: refuse, removeItem: refuse };
  kept.keepKey('mine');
  kept.forget();
  equal([kept.key(), found(left('demo', 'k'))], [null, [null, 0, 0]]);
}

function refuse() {
  throw new Error('forbidden');
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
