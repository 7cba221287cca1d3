import { speak } from '../../main/resources/web/app/state/language.js';
import { announced, cancellationFailed, costOf, duration, maySendAgain, stateOf, whyNotCancelled, whyKeyRefused, whyUnanswered, whyNotRead, whyNotSent } from '../../main/resources/web/app/state/texts.js';
import { equal, that } from './assertions.js';

export function everyReasonHasAPlainSentence() {
  for (const reason of ['no_binding', 'binding_disabled', 'filtered', 'ambiguous', 'rejected', 'steered', 'event_conflict', 'event_too_old', 'taken_over']) {
    const [why] = whyUnanswered(reason, 'demo', 'detail');
    that(why.length > 10 && !why.includes('_'));
  }
  equal(whyUnanswered('unheard_of', 'demo', 'detail'), ['No agent answers this message.', 'detail']);
}

export function onlyWhatMayGoWellIsOfferedAgain() {
  equal([0, 401, 403, 429, 500, 503].filter(maySendAgain).length, 6);
  equal([400, 404, 413].filter(maySendAgain), []);
}

export function everyRefusalHasAPlainSentence() {
  for (const why of [whyNotSent, whyNotCancelled, whyNotRead, whyKeyRefused]) {
    that([0, 400, 401, 403, 404, 409, 410, 413, 429, 500, 503].every((status) => /^[A-Z].{9,}\.$/.test(why(status, ''))));
  }
  equal(whyNotCancelled(403, 'code'), 'This key may read, but not cancel.');
  equal(whyNotSent(400, 'text is too long'), 'text is too long');
}

export function aRunThatWasNotCancelledIsSaidSo() {
  equal(cancellationFailed({ phase: 'running', cancelling: true }), '');
  equal(cancellationFailed({ phase: 'cancelled', cancelling: true }), '');
  equal(cancellationFailed({ phase: 'completed' }), '');
  equal(cancellationFailed({ phase: 'completed', cancelling: true }), 'Not cancelled. It had ended before.');
  equal(cancellationFailed({ phase: 'running', notCancelled: 'This key may read, but not cancel.' }), 'Not cancelled. This key may read, but not cancel.');
}

const says = { kind: 'message', text: 'I check.' };
const asks = (title, state = 'open') => ({ kind: 'question', title, state });

export function aRunThatEndsWithNothingSaidIsNotAnnouncedAsAnAnswer() {
  equal(announced({ phase: 'completed' }, 'demo', [{ kind: 'graph', title: 'Check' }, asks('Go?', 'sent')]), '');
  equal(announced({ phase: 'completed' }, 'demo', [says]), 'demo answered: I check.');
}

export function aQuestionIsAnnouncedWhileItsRunGoesOnAndWithItsEnd() {
  for (const phase of ['running', 'completed']) {
    equal(announced({ phase }, 'demo', [asks('Go?')]), 'demo asks: Go?');
    equal(announced({ phase }, 'demo', [says, asks('Go?'), asks('Old?', 'closed'), asks('Where?')]), 'demo answered: I check.\ndemo asks: Go?\ndemo asks: Where?');
  }
  speak(['zh']);
  equal(announced({ phase: 'completed' }, 'demo', [asks('去吗？')]), 'demo 提问：去吗？');
  speak(['en']);
}

export function waitingIsToldWithItsTime() {
  equal([999, 4000, 65000, -5].map(duration), ['0 s', '4 s', '1:05 min', '0 s']);
  equal(stateOf({ phase: 'waiting', at: 1000, parts: [] }, 'demo', 5000), 'Waiting for demo · 4 s');
}

export function theCostOfARequestIsOneLine() {
  equal(costOf({ calls: 1, tokens: 2431, elapsed: 4200, cost: null }), '1 request to the model · 2,431 tokens · 4 s');
  equal(costOf({ calls: 2, tokens: 1, elapsed: 0, cost: 1200.25 }), '2 requests to the model · 1 token · cost 1,200.25 · 0 s');
}
