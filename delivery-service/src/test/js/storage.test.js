import { keyStorageOf } from '../../main/resources/web/app/storage/keystorage.js';
import { browserStorage } from '../../main/resources/web/app/storage/browserstorage.js';
import { restored, runsToStore } from '../../main/resources/web/app/storage/openruns.js';
import { equal } from './assertions.js';
import { world } from './browser.js';

const named = { id: 'c', bot: 'demo' };
const open = [{ eventId: 'e', message: 'a secret', run: { phase: 'waiting', stream: '/s?token=t' } }];

function left(workspace, key) {
  const keyStorage = keyStorageOf({ workspace_id: workspace, key_id: key });
  keyStorage.storeName('Ada');
  keyStorage.storeList([{ id: 'c', bot: 'demo', title: 'a secret' }]);
  keyStorage.storeRuns(named, open);
  return keyStorage;
}

const found = (keyStorage) => [keyStorage.name(), keyStorage.conversations().length, keyStorage.runs(named).length];

export function whatIsKeptForOneKeyNoOtherFinds() {
  world();
  browserStorage.storeKey('mine');
  equal(found(left('demo', 'k')), ['Ada', 1, 1]);
  for (const [workspace, key] of [['demo', 'other'], ['other', 'k'], ['demo/k', ''], ['', 'demo/k'], ['de', 'mo/k']]) {
    equal(found(keyStorageOf({ workspace_id: workspace, key_id: key })), [null, 0, 0]);
  }
  equal(found(keyStorageOf({ workspace_id: 'demo', key_id: 'k' })), ['Ada', 1, 1]);
}

export function anotherBotsConversationOfTheSameNameIsAnother() {
  world();
  browserStorage.storeKey('mine');
  equal(left('demo', 'k').runs({ id: 'c', bot: 'other' }), []);
}

export function afterForgettingNothingIsLeftButTheLook() {
  const browser = world();
  localStorage.setItem('somebody.elses', '1');
  browserStorage.storeKey('mine');
  browserStorage.storeLook('dark');
  left('demo', 'k');
  left('other', 'k');
  browserStorage.forget();
  equal(browser.stored().toSorted(), ['agenthost.look', 'somebody.elses']);
}

export function whatComesLateForAForgottenKeyIsNotKept() {
  const browser = world();
  browserStorage.storeKey('mine');
  const keyStorage = left('demo', 'k');
  browserStorage.forget();
  keyStorage.storeRuns(named, open);
  keyStorage.storeList([named]);
  equal(browser.stored(), []);
}

export function anotherTabsForgettingIsNoticed() {
  world();
  browserStorage.storeKey('mine');
  equal([null, 'agenthost.key', 'agenthost.look'].map((key) => browserStorage.wasRemoved({ key })), [false, false, false]);
  browserStorage.forget();
  equal([null, 'agenthost.key', 'agenthost.look'].map((key) => browserStorage.wasRemoved({ key })), [true, true, false]);
}

export function whatSomebodyElseWroteIsNothing() {
  world();
  localStorage.setItem('agenthost.key', '{not json');
  localStorage.setItem('agenthost.look', '7');
  localStorage.setItem('agenthost.of/demo/k/conversations', '{"a":1}');
  localStorage.setItem('agenthost.of/demo/k/runs/demo/c', '[null, {"eventId": 1}, {"eventId": "e"}]');
  equal([browserStorage.key(), browserStorage.look(), found(keyStorageOf({ workspace_id: 'demo', key_id: 'k' }))], [null, 'system', [null, 0, 0]]);
}

export function aStorageThatIsForbiddenIsNothing() {
  world();
  globalThis.localStorage = { getItem: refuse, setItem: refuse, removeItem: refuse };
  browserStorage.storeKey('mine');
  browserStorage.forget();
  equal([browserStorage.key(), found(left('demo', 'k'))], [null, [null, 0, 0]]);
}

function refuse() {
  throw new Error('forbidden');
}

export function aReloadFindsWhatWasOpenAndWhatWasNotSent() {
  const turn = (eventId, run) => ({ key: eventId, eventId, message: 'x', at: 1, run: { body: {}, at: 1, parts: [{}], ...run } });
  const kept = runsToStore({ turns: [
    turn('open', { phase: 'running', stream: '/s', position: [1, 4] }), turn('sending', { phase: 'sending' }),
    turn('ended', { phase: 'completed', stream: '/s', endedAt: 1000 }), turn('old', { phase: 'completed', stream: '/s', endedAt: -999999 }),
    turn('elsewhere', { phase: 'running', fromHost: true }), { eventId: 'told', run: null }] }, 2000);
  equal(kept.map((one) => one.eventId), ['open', 'sending', 'ended']);
  const back = restored(JSON.parse(JSON.stringify(kept)), 3000);
  equal(back.map(({ eventId, run }) => [eventId, run.phase, run.position, run.parts]),
    [['open', 'waiting', null, []], ['sending', 'unsent', null, []], ['ended', 'waiting', null, []]]);
  equal(restored(kept, 9999999).map((one) => one.eventId), ['open', 'sending']);
}
