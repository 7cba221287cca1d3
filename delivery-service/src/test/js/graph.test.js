import { actionWord, graphOf, graphsByTurn, graphsFound, mayBeOutdated, mayStop, stagesOf, shownStatus, withGraphs } from '../../main/resources/web/app/state/graph.js';
import { accepted, framed, sending } from '../../main/resources/web/app/state/run.js';
import { equal, that } from './assertions.js';

function payload(status, ended = 0, id = 'g') {
  return { run_id: id, title: 'Check', note: 'I check.', status, progress: { ended, total: 2 }, actions: [
    { id: 'a', title: 'A', status: 'completed', result_summary: 'three' }, { id: 'b', title: 'B', status, depends_on: ['a'] }] };
}

function run(...frames) {
  return frames.reduce((now, [type, data], at) => framed(now, { id: `1-${at + 1}`, type, data }, 0), accepted(sending({}, 0), { runId: 'r', stream: '/s' }));
}

const shows = (view) => ['action.requested', { action: 'ui.projection', payload: view }];
const says = (text) => ['message.completed', { message: { content: text } }];
const ended = ['run.completed', { finish_reason: 'waiting' }];
const turn = (eventId, of) => ({ eventId, run: of, answers: [] });
const drawn = (graphs) => [...graphs].map(([home, of]) => [home, of.map(({ graph: { id, status, live } }) => `${id} ${status} ${live}`)]);

export function aLaterViewReplacesTheOneBeforeItWhereItStands() {
  const { parts } = run(says('I check.'), shows(payload('running')), says('Well.'), shows(payload('completed', 2)));
  equal(parts.map(({ kind, status }) => status ?? kind), ['message', 'completed', 'message']);
}

export function whatIsNoViewChangesNothing() {
  for (const wrong of [undefined, null, {}, { run_id: 'g' }, { actions: [] }]) {
    equal(graphOf(wrong), null);
    equal(run(shows(wrong)).parts, []);
  }
  equal(graphOf({ run_id: 'g', actions: [{ id: 'a', status: 'dancing' }] }).actions[0].status, 'pending');
}

export function aGraphThatGoesOnInALaterRunIsShownOnceWhereItBegan() {
  const first = run(shows(payload('waiting', 1)), ended);
  const second = run(shows(payload('running', 1)));
  equal(drawn(graphsByTurn([turn('one', first), turn('two', second)], [])), [['one', ['g running true']]]);
  equal(withGraphs(second.parts, undefined), []);
}

export function theHostTellsOfGraphsThatWereNotSeenToCome() {
  const found = graphsFound({ items: [{ event_id: 'one', projection: payload('completed', 2) }, { event_id: 'old', projection: payload('failed', 2, 'h') }] });
  equal(drawn(graphsByTurn([turn('one', null)], found)), [['one', ['g completed false']]]);
  equal(drawn(graphsByTurn([turn('one', run(shows(payload('waiting', 1)), ended))], found)), [['one', ['g completed false']]]);
}

export function whatDidNotRunIsCountedApart() {
  const { ended, total, skipped, canceled } = graphOf({ ...payload('canceled'), progress: { ended: 3, total: 10, skipped: 1, canceled: 6 } });
  equal([ended, total, skipped, canceled], [3, 10, 1, 6]);
  const earlier = graphOf(payload('canceled', 2));
  equal([earlier.ended, earlier.skipped, earlier.canceled], [2, 0, 0]);
}

export function aSkippedActionIsNotCalledCancelled() {
  const { actions } = graphOf({ run_id: 'g', status: 'completed', actions: [{ id: 'a', status: 'canceled', skipped: true }, { id: 'b', status: 'canceled' }, { id: 'c', status: 'running' }] });
  equal(actions.map((action) => actionWord({ ...action, live: false })), ['skipped', 'canceled', 'stopped']);
}

export function theCostOfTheRequestIsShownOnlyWhole() {
  const usage = { tokens: 2431, model_calls: 3, elapsed_ms: 4200 };
  equal(graphOf({ ...payload('running'), usage }).usage, { tokens: 2431, calls: 3, elapsed: 4200, cost: null });
  equal(graphOf({ ...payload('running'), usage: { ...usage, cost: 2.5 } }).usage.cost, 2.5);
  equal(graphOf({ ...payload('running'), usage: { ...usage, cost: '2.5' } }).usage.cost, null);
  for (const wrong of [undefined, null, {}, { ...usage, tokens: '2431' }, { tokens: 1, model_calls: 1 }]) {
    equal(graphOf({ ...payload('running'), usage: wrong }).usage, null);
  }
}

export function whatIsStreamedIsNewerThanWhatTheHostTold() {
  const found = graphsFound({ items: [{ event_id: 'one', projection: payload('running', 1) }] });
  const live = graphsByTurn([turn('one', run(shows(payload('running', 0))))], found).get('one')[0].graph;
  equal([live.ended, live.live], [0, true]);
  equal(drawn(graphsByTurn([turn('one', run(shows(payload('completed', 2)), ended))], found)), [['one', ['g completed false']]]);
  equal(drawn(graphsByTurn([turn('one', run(shows(payload('waiting', 1)), ended))], found)), [['one', ['g waiting false']]]);
}

export function aToldTurnHasItsGraphAfterItsNote() {
  const own = [{ graph: { ...graphOf(payload('completed', 2)), live: false } }];
  const message = (text) => ({ kind: 'message', text, open: false });
  const kinds = (...texts) => withGraphs(texts.map(message), own).map(({ kind, text }) => text ?? kind);
  equal(kinds('I check.', 'Three.'), ['I check.', 'graph', 'Three.']);
  equal(kinds('Three.'), ['graph', 'Three.']);
  equal(kinds(), ['graph']);
}

export function aToldTurnWithoutAnAnswerHasItsGraphBelowItsWords() {
  const words = { kind: 'message', text: 'I look.', open: false };
  const kinds = (status, latest) => {
    const found = graphsFound({ items: [{ event_id: 'one', run_id: 'r1', latest_run_id: latest, projection: payload(status) }] });
    return withGraphs([words], graphsByTurn([turn('one', null)], found).get('one')).map(({ kind }) => kind);
  };
  equal(kinds('waiting', 'r1'), ['message', 'graph']);
  equal(kinds('canceled', 'r1'), ['message', 'graph']);
  equal(kinds('completed', 'r2'), ['message', 'graph']);
  equal(kinds('completed', 'r1'), ['graph', 'message']);
}

export function aNoteThatIsTheTitleIsShownOnTheCardAlone() {
  const untold = { ...payload('completed', 2), note: null };
  const message = (text) => ({ kind: 'message', text, open: false });
  const kinds = (...parts) => withGraphs(parts, [{ graph: { ...graphOf(untold), live: false } }]).map(({ kind, text }) => text ?? kind);
  equal(kinds(message('Check'), message('Check'), message('Three.')), ['graph', 'Check', 'Three.']);
  equal(kinds(...run(says('Check'), shows(untold)).parts), ['graph']);
}

export function theToolsOfActionsAreNotShownTwice() {
  const { parts } = run(['tool.call.started', { tool_call_id: 't', tool_name: 'search' }], shows(payload('running')));
  const own = graphsByTurn([turn('one', { ...run(shows(payload('running'))) })], []).get('one');
  equal(withGraphs(parts, own).map(({ kind }) => kind), ['graph']);
}

export function actionsOfAStageDoNotWaitForEachOther() {
  const action = (id, ...after) => ({ id, after });
  const ids = (...actions) => stagesOf(actions).map((stage) => stage.map(({ id }) => id).join(' '));
  equal(ids(action('report', 'x', 'y'), action('x', 'read'), action('y', 'read'), action('read'), action('alone')), ['read alone', 'x y', 'report']);
  equal(ids(action('a', 'b'), action('b', 'a')), ['a b']);
  equal(ids(action('a', 'elsewhere')), ['a']);
}

export function whatRanWhenItsRunEndedHasStopped() {
  const stands = (status, live) => shownStatus({ ...graphOf(payload(status)), live });
  equal(['running', 'waiting', 'completed', 'blocked'].map((status) => stands(status, false)), ['stopped', 'waiting', 'completed', 'stopped']);
  that(stands('running', true) === 'running');
}

export function theGraphOfACancelledRunIsShownAsTheHostWillListIt() {
  const stopped = run(shows(payload('running', 1)), ['run.failed', { code: 'cancelled', error: 'cancelled' }]);
  const shown = (found) => [...graphsByTurn([turn('one', stopped)], found).values()][0][0].graph;
  for (const { status, actions, canceled } of [shown([]), shown(graphsFound({ items: [{ event_id: 'one', projection: payload('running', 1) }] }))]) {
    equal([status, canceled, ...actions.map((action) => action.status)], ['canceled', 1, 'completed', 'canceled']);
  }
}

export function aGraphThatWaitsMayBeStoppedByTheRunThatShowedItLast() {
  const waits = { ...run(shows(payload('waiting', 1)), ended), runId: 'r1' };
  const stored = graphsFound({ items: [{ event_id: 'one', run_id: 'r1', latest_run_id: 'r2', projection: payload('waiting', 2) }] });
  const graph = (turns, found) => [...graphsByTurn(turns, found).values()][0][0].graph;
  equal(graph([turn('one', waits)], []).runId, 'r1');
  equal(graph([{ eventId: 'one', run: null, answers: [] }], stored).runId, 'r2');
  that(mayStop(graph([turn('one', waits)], []), [turn('one', waits)]));
}

export function aGraphThatRunsOrIsAboutToGoOnMayNotBeStoppedOnTheCard() {
  const running = run(shows(payload('running')));
  const waits = run(shows(payload('waiting', 1)), ended);
  that(!mayStop({ status: 'running', live: true, runId: 'r' }, [turn('one', running)]));
  that(!mayStop({ status: 'waiting', live: false, runId: 'r' }, [turn('one', waits), turn('two', accepted(sending({}, 0), { runId: 's', stream: '/s' }))]));
  that(!mayStop({ status: 'completed', live: false, runId: 'r' }, [turn('one', waits)]));
  that(!mayStop({ status: 'waiting', live: false, runId: null }, [turn('one', waits)]));
}

export function theCancellationThatTheHostStoresReplacesTheViewOfTheStream() {
  const waits = run(shows(payload('waiting', 1)), ended);
  const stored = graphsFound({ items: [{ event_id: 'one', latest_run_id: 'r', projection: payload('canceled', 2) }] });
  equal(drawn(graphsByTurn([turn('one', waits)], stored)), [['one', ['g canceled false']]]);
}

export function aGraphThatHasNotEndedAndIsNotStreamedHereMayBeOutdated() {
  const may = (status, live) => mayBeOutdated({ ...graphOf(payload(status)), live });
  equal(['pending', 'running', 'blocked', 'waiting', 'completed', 'failed', 'canceled'].map((status) => may(status, false)), [true, true, true, true, false, false, false]);
  that(!may('running', true) && !may('waiting', true));
}

export function theStoredViewOfARunThatAnotherOneContinuedHereIsOutdated() {
  const first = { ...run(shows(payload('running', 1)), ['run.failed', { code: 'host_lost', error: 'lost' }]), runId: 'r1' };
  const second = { ...run(shows(payload('waiting', 1)), ended), runId: 'r2' };
  const shown = (latest) => drawn(graphsByTurn([turn('one', first), turn('two', second)], graphsFound({ items: [
    { event_id: 'one', run_id: 'r1', latest_run_id: latest, projection: payload('failed', 2) }] })));
  equal(shown('r1'), [['one', ['g waiting false']]]);
  equal(shown('r2'), [['one', ['g failed false']]]);
}

export function theFailureThatTheHostListsReplacesTheViewOfTheStream() {
  const failed = run(shows(payload('running', 1)), ['run.failed', { code: 'deadline_exceeded', error: 'late' }]);
  const stored = graphsFound({ items: [{ event_id: 'one', latest_run_id: 'r', projection: payload('failed', 2) }] });
  equal(drawn(graphsByTurn([turn('one', failed)], stored)), [['one', ['g failed false']]]);
}
