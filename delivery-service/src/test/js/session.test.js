import { Session } from '../../main/resources/web/app/session.js';
import { equal, that } from './assertions.js';
import { settled, world } from './browser.js';

const me = (workspace = 'demo', id = 'k1') => ({ workspace_id: workspace, key_id: id, key_name: id, role: 'operator' });

function entered() {
  const received = [];
  const tell = (what) => () => received.push(what);
  const session = new Session({ changed: () => {}, opened: tell('opened'), closed: tell('closed'), back: tell('back') });
  return { session, received };
}

async function opened(host, key = 'mine') {
  const { session, received } = entered();
  session.enter(key);
  await host.answer('caller', 200, me());
  equal(session.phase, 'open');
  received.length = 0;
  return { session, received };
}

export async function anAnswerToAnOlderKeyDoesNotCloseWhatTheNewerOpened() {
  const host = world();
  const { session } = entered();
  session.enter('older');
  session.enter('newer');
  await host.answer('newer', 200, me('demo', 'k2'));
  await host.answer('older', 401);
  equal([session.phase, session.me.key_id, session.wrong], ['open', 'k2', null]);
}

export async function anAnswerToAnOlderKeyDoesNotOpenInPlaceOfTheNewer() {
  const host = world();
  const { session, received } = entered();
  session.enter('older');
  session.enter('newer');
  await host.answer('newer', 200, me('other', 'k2'));
  await host.answer('older', 200, me('demo', 'k1'));
  equal([session.me.workspace_id, session.api.key, received], ['other', 'newer', ['opened']]);
  equal(JSON.parse(localStorage.getItem('agenthost.key')), 'newer');
}

export async function anOlderKeyIsNotTriedAgainOnceAnotherIsTakenUp() {
  const host = world();
  const { session } = entered();
  session.enter('older');
  await host.answer('older', 0);
  session.enter('newer');
  await host.answer('newer', 200, me());
  await host.pass();
  equal(host.open('older').length, 0);
  equal([session.phase, session.away], ['open', false]);
}

export async function whatAnOlderSessionHearsLateDoesNotCloseTheNewer() {
  const host = world();
  const { session } = await opened(host, 'older');
  session.api.run('r').catch(() => {});
  session.enter('newer');
  await host.answer('newer', 200, me('demo', 'k2'));
  await host.answer('older', 401);
  equal([session.phase, session.me.key_id], ['open', 'k2']);
}

export async function aKeyThatWasForgottenWhileItWasAskedAboutStaysForgotten() {
  const host = world();
  const { session } = entered();
  session.enter('mine');
  session.leave();
  await host.answer('mine', 200, me());
  equal([session.phase, host.stored()], ['key', []]);
}

export async function aHostThatIsAwayIsSaidToBeAndAskedUntilItIsThere() {
  const host = world();
  const { session } = entered();
  session.enter('mine');
  for (const status of [0, 503, 429]) {
    await host.answer('caller', status);
    equal([session.phase, session.away], ['starting', true]);
    await host.pass();
  }
  await host.answer('caller', 200, me());
  equal([session.phase, session.away], ['open', false]);
}

export async function anAnswerThatIsNotTheHostsIsNone() {
  const host = world();
  const { session } = entered();
  session.enter('mine');
  for (const answer of [null, {}]) {
    await host.answer('caller', 200, answer);
    equal([session.phase, session.away], ['starting', true]);
    await host.pass();
  }
}

export async function anOpenPageStaysOpenWhileTheHostIsAwayAndGoesOnWhenItIsBack() {
  const host = world();
  const { session, received } = await opened(host);
  session.api.run('r').catch(() => {});
  await host.answer('/runs/r', 0);
  equal([session.phase, session.away], ['open', true]);
  await host.pass();
  await host.answer('caller', 0);
  await host.pass();
  await host.answer('caller', 200, me());
  equal([session.phase, session.away, received], ['open', false, ['back']]);
  equal([(await host.pass()).length, host.open().length], [0, 0]);
}

export async function aKeyThatIsRevokedClosesThePageAndSaysSo() {
  const host = world();
  const { session, received } = await opened(host);
  session.api.run('r').catch(() => {});
  await host.answer('/runs/r', 401);
  equal([session.phase, session.wrong, received], ['key', 'The key was revoked.', ['closed']]);
}

export async function whatIsNoKeyIsNotSentAndOpensNothing() {
  for (const wrong of ['ключ', 'two words', 'a\u0000b']) {
    const host = world();
    const { session } = entered();
    session.enter(wrong);
    await settled();
    equal([session.phase, session.wrong, host.open().length], ['key', 'The key is unknown or revoked.', 0]);
  }
}

export async function aKeyThatMayNotReadIsToldSo() {
  const host = world();
  const { session } = entered();
  session.enter('adapters');
  await host.answer('caller', 403);
  equal([session.phase, session.wrong], ['key', 'The key does not permit reading.']);
}

export async function aKeyThatSomebodysAddressBringsIsNotTakenUnasked() {
  const host = world();
  const { session } = await opened(host);
  session.start('brought');
  await host.answer('mine', 200, me());
  equal(session.phase, 'choose');
  session.choose(true);
  session.choose(true); // A click that was meant once.
  await host.answer('brought', 200, me('demo', 'k2'));
  await host.answer('brought', 200, me('demo', 'k2'));
  equal([session.phase, session.api.key], ['open', 'brought']);
}

export async function whetherTheKeptKeyIsStillGoodIsKnownOnlyFromTheHost() {
  const host = world();
  const { session } = entered();
  localStorage.setItem('agenthost.key', '"mine"');
  session.start('brought');
  await host.answer('mine', 0);
  equal([session.phase, session.away], ['starting', true]);
  await host.pass();
  await host.answer('mine', 401);
  await host.answer('brought', 200, me('demo', 'k2'));
  equal([session.phase, session.api.key], ['open', 'brought']);
}

export async function theKeyIsTakenOutOfTheAddress() {
  world();
  location.hash = '#key=ah_1&c=web-1&bot=x%2Fy';
  equal(entered().session.takeFromAddress(), 'ah_1');
  equal(location.hash, '#c=web-1&bot=x%2Fy');
  location.hash = '#key=ah_1';
  that(entered().session.takeFromAddress() === 'ah_1' && location.hash === '');
}
