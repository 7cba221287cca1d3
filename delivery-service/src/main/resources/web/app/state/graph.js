// A graph of actions: its views from streams and from the host, the turn that shows it, and its stages.

/** Name of the action in `action.requested`. */
export const PROJECTED = 'ui.projection';

const ENDED = new Set(['completed', 'failed', 'canceled']);
const OPEN_PHASES = new Set(['sending', 'waiting', 'running']);
const STATUSES = new Set(['pending', 'running', 'blocked', 'waiting', ...ENDED]);

/** A part of an answer; null where it is no graph. */
export function graphOf(payload) {
  if (!payload?.run_id || !Array.isArray(payload.actions)) {
    return null;
  }
  return {
    kind: 'graph',
    id: payload.run_id,
    title: payload.title ?? '',
    note: payload.note ?? null,
    status: statusOf(payload.status),
    ended: payload.progress?.ended ?? 0,
    total: payload.progress?.total ?? payload.actions.length,
    skipped: payload.progress?.skipped ?? 0,
    canceled: payload.progress?.canceled ?? 0,
    usage: usageOf(payload.usage),
    actions: payload.actions.map(actionOf),
  };
}

/** The cost of the request; null if the runner reports none. */
function usageOf(usage) {
  const { tokens, model_calls: calls, elapsed_ms: elapsed, cost } = usage ?? {};
  return [tokens, calls, elapsed].every(Number.isFinite) ? { tokens, calls, elapsed, cost: Number.isFinite(cost) ? cost : null } : null;
}

function actionOf({ id, title, description, status, depends_on: after, result_summary: result, details_ref: details, skipped }) {
  return { id, title: title || id, description: description ?? null, status: statusOf(status), after: after ?? [], result: result ?? null, details: details ?? null, skipped: Boolean(skipped) };
}

function statusOf(status) {
  return STATUSES.has(status) ? status : 'pending';
}

/** Replaces the earlier view of the graph, or appends the graph. */
export function withGraph(parts, graph) {
  if (!graph) {
    return parts;
  }
  const at = parts.findIndex(({ kind, id }) => kind === 'graph' && id === graph.id);
  return at < 0 ? [...parts, graph] : parts.with(at, graph);
}

/**
 * Graphs as the host lists them: each with the event of the run that showed it first, and the run that showed it last; `isContinued` is
 * true if these are two runs.
 */
export function graphsFound({ items }) {
  return items.map(({ event_id: eventId, run_id: first, latest_run_id: latest, projection }) => (
    { eventId, runId: latest ?? null, isContinued: Boolean(latest) && latest !== first, graph: graphOf(projection) }))
    .filter(({ graph }) => graph);
}

/**
 * The latest views of the graphs of a conversation, by the turn in which each began. A graph that a later run continues is shown
 * once. `live` is true while a run executes it; `runId` is the run that showed it last; `isContinued` is true if another run than that of
 * its turn did.
 *
 * @param found graphs as the host lists them, the latest first
 * @returns {Map<string, object[]>} by the id of the event
 */
export function graphsByTurn(turns, found) {
  const graphs = new Map();
  for (const { eventId, run } of turns) {
    for (const graph of (run?.parts ?? []).filter(({ kind }) => kind === 'graph')) {
      const before = graphs.get(graph.id);
      const home = before?.home ?? eventId;
      const earlier = before ? [...before.earlier, before.runId] : [];
      graphs.set(graph.id, { home, isContinued: home !== eventId, graph, runId: run.runId ?? null, earlier, live: run.phase === 'running' || run.phase === 'waiting', isCancelled: run.phase === 'cancelled' });
    }
  }
  const shown = new Set(turns.map(({ eventId }) => eventId));
  for (const { eventId, runId, isContinued, graph } of found.toReversed()) {
    const here = graphs.get(graph.id);
    const home = shown.has(eventId) ? eventId : here?.home;
    if (home) {
      const latest = here && !isNewer({ graph, runId }, here) ? here : { graph, runId };
      graphs.set(graph.id, { home, isContinued: isContinued || (here?.isContinued ?? false), graph: latest.graph, runId: latest.runId, earlier: here?.earlier ?? [], live: here?.live ?? false, isCancelled: here?.isCancelled ?? false });
    }
  }
  return Map.groupBy([...graphs.values()].map(({ home, graph, live, runId, isContinued, isCancelled }) => (
    { home, graph: { ...(isCancelled ? cancelled(graph) : graph), live, runId, isContinued } })), ({ home }) => home);
}

/** The graph of a cancelled run as the host will list it: nobody writes its last view again. */
function cancelled(graph) {
  if (ENDED.has(graph.status)) {
    return graph;
  }
  const actions = graph.actions.map((action) => (ENDED.has(action.status) ? action : { ...action, status: 'canceled' }));
  return { ...graph, status: 'canceled', actions, canceled: graph.total - graph.ended - graph.skipped };
}

function passed({ ended, skipped, canceled }) {
  return ended + skipped + canceled;
}

/** Returns true if the stored view is newer than that of the streams. It is older if a later run than that of the stored view was streamed. */
function isNewer(found, { graph, live, earlier }) {
  return !live && !ENDED.has(graph.status) && !earlier.includes(found.runId)
    && (ENDED.has(found.graph.status) || passed(found.graph) > passed(graph));
}

/**
 * The parts of one turn with its graphs. A graph that began elsewhere is not shown again, nor is a tool that an action uses, nor a note that
 * says no more than the title of the card.
 */
export function withGraphs(parts, own = []) {
  if (!own.length && !parts.some(({ kind }) => kind === 'graph')) {
    return parts;
  }
  const graphs = new Map(own.map(({ graph }) => [graph.id, graph]));
  const lines = parts.filter(({ kind, id }) => kind !== 'tool' && (kind !== 'graph' || graphs.has(id)))
    .map((part) => (part.kind === 'graph' ? graphs.get(part.id) : part));
  const placed = new Set(lines.map(({ kind, id }) => (kind === 'graph' ? id : null)));
  return [...graphs.values()].filter(({ id }) => !placed.has(id)).reduce(inserted, lines)
    .filter((part, at, all) => part.kind !== 'message' || all[at + 1]?.kind !== 'graph' || all[at + 1].title !== part.text);
}

/**
 * Inserts the graph after its note, which is its title if the model wrote none. Without a note it stands before the answer, the last
 * message; and after all messages if the run has no answer, since the graph waited or was cancelled.
 */
function inserted(lines, graph) {
  const note = lines.findIndex(({ kind, text }) => kind === 'message' && text === (graph.note ?? graph.title));
  const last = lines.findLastIndex(({ kind }) => kind === 'message');
  const hasAnswer = !graph.isContinued && graph.status !== 'waiting' && graph.status !== 'canceled';
  return lines.toSpliced(note >= 0 ? note + 1 : Math.max(hasAnswer ? last : last + 1, 0), 0, graph);
}

/** The stages of a graph: actions of one stage may run at the same time, and each depends on the stage before it. A cycle is the last stage. */
export function stagesOf(actions) {
  const left = new Map(actions.map((action) => [action.id, action]));
  const stages = [];
  while (left.size) {
    const ready = [...left.values()].filter(({ after }) => !after.some((id) => left.has(id)));
    const stage = ready.length ? ready : [...left.values()];
    stage.forEach(({ id }) => left.delete(id));
    stages.push(stage);
  }
  return stages;
}

/** Returns true if the host may have another view of the graph: it has not ended, and no run streams it here. */
export function mayBeOutdated({ status, live }) {
  return !live && !ENDED.has(status);
}

/** The status to show: what is unfinished and belongs to no open run is `stopped`. */
export function shownStatus({ status, live, kind }) {
  return !live && (status === 'running' || (kind === 'graph' && (status === 'pending' || status === 'blocked'))) ? 'stopped' : status;
}

/** The status of an action as a word: a skipped action has the status of a cancelled one. */
export function actionWord({ status, live, skipped }) {
  return skipped ? 'skipped' : shownStatus({ status, live });
}

/** Returns true if a person may stop the graph: it waits, and no open run of the conversation may continue it. */
export function mayStop({ status, live, runId }, turns) {
  return status === 'waiting' && !live && Boolean(runId) && !turns.some(({ run }) => OPEN_PHASES.has(run?.phase));
}

export function isEnded(status) {
  return ENDED.has(status);
}
