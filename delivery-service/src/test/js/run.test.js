import { accepted, framed, isOpen, lookedUp, notAccepted, plainText, sending, sendingAgain } from '../../main/resources/web/app/state/run.js';
import { equal, that } from './assertions.js';

const started = { id: '1-1', type: 'run.started', data: { started_at: '2026-11-21T10:00:00Z' } };
const delta = (id, content) => ({ id, type: 'message.delta', data: { chunk: { role: 'assistant', content } } });
const message = (id, content) => ({ id, type: 'message.completed', data: { message: { role: 'assistant', content } } });
const done = (id) => ({ id, type: 'run.completed', data: { finish_reason: 'stop' } });
const failed = (id, code) => ({ id, type: 'run.failed', data: { code, error: 'plain', user_message: 'plain', retryable: false } });

const waiting = () => accepted(sending({ text: 'hi' }, 1000), { runId: 'r', stream: '/s?token=t' });
const after = (...frames) => frames.reduce((run, frame) => framed(run, frame, 5000), waiting());
const texts = (run) => run.parts.filter((part) => part.kind === 'message').map((part) => part.text);

export function deltasGrowOneMessageAndTheWholeMessageReplacesThem() {
  const growing = after(started, delta('1-2', 'hel'), delta('1-3', 'lo'));
  equal(texts(growing), ['hello']);
  that(growing.parts[0].open);

  const whole = framed(growing, message('1-4', 'Hello!'), 5000);
  equal(texts(whole), ['Hello!']);
  that(!whole.parts[0].open);
}

export function theBindingsPlaceholderIsKnownFromTheStart() {
  const waits = after({ ...started, data: { ...started.data, delivery_policy: { placeholder: 'One moment…' } } });
  equal(waits.placeholder, 'One moment…');
  equal(waits.parts, []);
  that(!('placeholder' in after(started)));
}

export function aRunMaySaySeveralMessages() {
  equal(texts(after(started, delta('1-2', 'a'), message('1-3', 'A'), delta('1-4', 'b'), message('1-5', 'B'), message('1-6', 'C'))), ['A', 'B', 'C']);
}

export function aFrameSeenBeforeChangesNothing() {
  const run = after(started, delta('1-2', 'a'), delta('1-3', 'b'));
  for (const seen of [started, delta('1-2', 'a'), delta('1-3', 'b')]) {
    that(framed(run, seen, 5000) === run);
  }
}

export function aStreamCutAnywhereAndResumedIsTheUncutOne() {
  const frames = [started, delta('1-2', 'a'), delta('1-3', 'b'), message('1-4', 'ab'), done('1-5')];
  const uncut = after(...frames);
  for (let cut = 0; cut <= frames.length; cut++) {
    for (let back = 0; back <= cut; back++) {
      equal(after(...frames.slice(0, cut), ...frames.slice(cut - back)), uncut);
    }
  }
}

export function aLaterAttemptVoidsWhatTheEarlierOneSaid() {
  const run = after(started, delta('1-2', 'half'), { ...started, id: '2-1' }, message('2-2', 'whole'), delta('1-3', 'late'));
  equal(texts(run), ['whole']);
}

export function aLaterAttemptKeepsTheQuestionAndTheGraphOfTheEarlierOne() {
  const begun = (attempt) => ({ ...started, id: `${attempt}-1` });
  const asks = { type: 'action.requested', data: { action: 'interaction.requested', target: { token: 't' }, payload: { interaction_id: 'q', title: 'Go?' } } };
  const shows = { type: 'action.requested', data: { action: 'ui.projection', payload: { run_id: 'g', status: 'waiting', actions: [] } } };
  const kinds = (run) => run.parts.map(({ kind, text }) => text ?? kind);

  const first = [begun(1), message('1-2', 'I ask.'), { ...shows, id: '1-3' }, delta('1-4', 'half'), { ...asks, id: '1-5' }, delta('1-6', 'more')];
  const second = after(...first, begun(2));
  equal(texts(second), []);
  equal(kinds(framed(second, message('2-2', 'Other.'), 0)), ['I ask.', 'graph', 'halfmore', 'question', 'Other.']);
  equal(texts(framed(second, message('2-2', 'Other.'), 0)), ['Other.']);

  const repeated = [begun(2), message('2-2', 'I ask.'), { ...asks, id: '2-3' }, message('2-4', 'Done.'), done('2-5')];
  equal(kinds(after(...first, ...repeated)), ['I ask.', 'graph', 'halfmore', 'question', 'Done.']);
  equal(texts(after(...first, begun(2), ...repeated.map((frame) => ({ ...frame, id: frame.id.replace('2-', '3-') })))), ['I ask.', 'Done.']);
}

export function anAnswerHasTheTimeAtWhichItsRunEndedAlsoIfItsStreamIsReadAgain() {
  for (const end of [done('1-2'), failed('1-2', 'cancelled'), { id: '1-2', type: 'run.unanswered', data: { reason: 'no_binding' } }]) {
    equal(framed(after(started), { ...end, timestamp: 4 }, 99000).endedAt, 4000);
    equal([undefined, null, 100].map((timestamp) => framed(after(started), { ...end, timestamp }, 99000).endedAt), [99000, 99000, 99000]);
  }
}

export function nothingFollowsTheEnd() {
  const run = after(started, message('1-2', 'a'), done('1-3'));
  equal(run.phase, 'completed');
  equal(run.endedAt, 5000);
  that(framed(run, delta('1-4', 'more'), 6000) === run);
  that(framed(run, { ...started, id: '2-1' }, 6000) === run);
}

export function theEndClosesWhatWasOpen() {
  const call = { id: '1-2', type: 'tool.call.started', data: { tool_call_id: 't', tool_name: 'sleep' } };
  const run = after(started, call, delta('1-3', 'half'), failed('1-4', 'cancelled'));
  equal(run.phase, 'cancelled');
  equal(run.parts.map((part) => part.state ?? part.open), ['ended', false]);
}

export function failuresAndNobodyAnsweringAreTold() {
  const lost = after(started, failed('1-2', 'runner.lost'));
  equal([lost.phase, lost.why], ['failed', 'plain']);
  const nobody = after({ id: '0-1', type: 'run.unanswered', data: { reason: 'no_binding', detail: 'none matches' } });
  equal([nobody.phase, nobody.reason], ['unanswered', 'no_binding']);
}

export function theMessageThatOnlyTheEndCarriesIsSaid() {
  equal(texts(after(started, { id: '1-2', type: 'run.completed', data: { finish_reason: 'stop', message: { role: 'assistant', content: 'bye' } } })), ['bye']);
}

export function toolCallsAreMatchedByTheirId() {
  const call = (id, type, tool, more = {}) => ({ id, type, data: { tool_call_id: tool, tool_name: tool, ...more } });
  const run = after(started, call('1-2', 'tool.call.started', 'a'), call('1-3', 'tool.call.started', 'b'),
    call('1-4', 'tool.call.completed', 'a'), call('1-5', 'tool.call.completed', 'b', { error: 'no' }));
  equal(run.parts.map(({ name, state }) => [name, state]), [['a', 'done'], ['b', 'failed']]);
}

export function whatIsNoFrameOfOursChangesNothing() {
  const run = after(started);
  that(framed(run, { id: 'x', type: 'message.delta', data: {} }, 1) === run);
  that(framed(run, { id: undefined, type: 'message.delta' }, 1) === run);
  equal(texts(framed(run, { id: '1-2', type: 'unheard.of', data: null }, 1)), []);
}

export function onlyWhatIsBeingSentCanBeTakenOrRefused() {
  const unsent = notAccepted(sending({}, 1), 'away', true);
  equal([unsent.phase, unsent.why, unsent.tries], ['unsent', 'away', 1]);
  equal(sendingAgain(unsent).phase, 'sending');
  const run = after(started);
  that(notAccepted(run, 'late', true) === run);
  that(accepted(run, { runId: 'other' }) === run);
  that(isOpen(run));
}

export function contentIsATextOrAListOfElements() {
  equal(plainText('a'), 'a');
  equal(plainText([{ type: 'text', text: 'a' }, { type: 'text', text: 'b' }]), 'ab');
  that(plainText([{ type: 'image_url', image_url: { url: 'http://x' } }]).includes('an image'));
  equal(plainText(null), '');
}

export function aRunAskedForElsewhereIsToldAsItStands() {
  const view = (state, outcome) => lookedUp({ run_id: 'r', state, admitted_at: '2026-11-21T10:00:00Z', outcome });
  equal(view('queued').phase, 'waiting');
  equal(view('running').phase, 'running');
  equal(view('ended', { type: 'run.failed', code: 'cancelled', sentence: 's' }).phase, 'cancelled');
  equal(view('ended', { type: 'run.failed', code: 'runner.lost', sentence: 's' }).why, 's');
  equal(view('ended', { type: 'run.unanswered', code: 'filtered' }).reason, 'filtered');
  equal(view('ended', { type: 'run.completed' }).phase, 'completed');
}
