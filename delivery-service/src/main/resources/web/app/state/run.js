// One run as the page shows it. Pure functions: a run and a frame of its stream give a new run.
import { isPicture, referenceOf } from './pictures.js';
import { graphOf, PROJECTED, withGraph } from './graph.js';
import { ASKED, questionOf } from './question.js';

/*
 * sending ──► waiting ──► running ──► completed, failed, cancelled or unanswered
 *   │ ▲         └────────────┴──────► gone: its stream has expired; the transcript has its messages
 *   ▼ │
 *  unsent: the host did not accept it
 */
const OPEN_PHASES = new Set(['waiting', 'running']);
/** Types of the frame that ends a stream. */
export const ENDS = new Set(['run.completed', 'run.failed', 'run.unanswered']);

/** A message that is being sent. `body` does not change, so that a repetition is the same event. */
export function sending(body, at) {
  return { phase: 'sending', body, at, runId: null, stream: null, position: null, parts: [], link: 'idle', tries: 0 };
}

/** The host has accepted it. */
export function accepted(run, { runId, stream }) {
  return run.phase === 'sending' || run.phase === 'unsent' ? { ...run, phase: 'waiting', runId, stream, why: null } : run;
}

/**
 * The host did not accept it.
 *
 * @param later true if it is sent automatically once the host is available
 */
export function notAccepted(run, why, retryable, later = false) {
  return run.phase === 'sending' ? { ...run, phase: 'unsent', why, retryable, later, tries: run.tries + 1 } : run;
}

export function sendingAgain(run) {
  return run.phase === 'unsent' ? { ...run, phase: 'sending', why: null } : run;
}

export function isOpen(run) {
  return OPEN_PHASES.has(run.phase);
}

/** `attempt-sequence` as two numbers; null where it is no position. */
export function position(id) {
  const found = /^(\d+)-(\d+)$/.exec(id ?? '');
  return found ? [Number(found[1]), Number(found[2])] : null;
}

export function positionId(run) {
  return run.position ? run.position.join('-') : null;
}

function isAfter([attempt, sequence], before) {
  return !before || attempt > before[0] || (attempt === before[0] && sequence > before[1]);
}

/**
 * Applies one frame of the stream. A repeated frame, or one after the end, changes nothing.
 *
 * @param now epoch milliseconds, the time of a frame without one
 */
export function framed(run, frame, now) {
  const at = position(frame.id);
  if (!at || !isOpen(run) || !isAfter(at, run.position)) {
    return run;
  }
  const moved = { ...run, position: at, phase: ENDS.has(frame.type) ? run.phase : 'running' };
  return applied(moved, frame.type, frame.data ?? {}, timeOf(frame, now));
}

/** The time of a frame, which is long ago if its stream is read again; frames have seconds, of a clock that may be fast. */
function timeOf({ timestamp }, now) {
  return timestamp > 0 ? Math.min(timestamp * 1000, now) : now;
}

function applied(run, type, data, at) {
  switch (type) {
    case 'run.started':
      return { ...run, parts: ofEarlierAttempts(run.parts), startedAt: Date.parse(data.started_at) || run.at, ...placeholderOf(data) };
    case 'message.delta':
      return { ...run, parts: grown(run.parts, plainText(data.chunk?.content)) };
    case 'message.completed':
      return { ...run, parts: completed(run.parts, plainText(data.message?.content)) };
    case 'tool.call.started':
      return { ...run, parts: [...run.parts, tool(data, 'running')] };
    case 'tool.call.completed':
      return { ...run, parts: toolEnded(run.parts, data) };
    case 'artifact.created':
      return { ...run, parts: [...run.parts, artifactOf(referenceOf(data))] };
    case 'action.requested':
      return acted(run, data);
    case 'run.completed': {
      const last = data.message ? completed(run.parts, plainText(data.message.content)) : run.parts;
      return ended({ ...run, phase: 'completed', parts: last }, at);
    }
    case 'run.failed': {
      const phase = data.code === 'cancelled' ? 'cancelled' : 'failed';
      return ended({ ...run, phase, why: data.user_message || data.error }, at);
    }
    case 'run.unanswered':
      return ended({ ...run, phase: 'unanswered', reason: data.reason, why: data.detail }, at);
    default:
      return run;
  }
}

/** Questions and graphs are parts of the answer; other actions are not shown. */
function acted(run, data) {
  switch (data.action) {
    case ASKED:
      return { ...run, parts: withQuestion(run.parts, questionOf(data)) };
    case PROJECTED:
      return { ...run, parts: withGraph(run.parts, graphOf(data.payload)) };
    default:
      return run;
  }
}

/**
 * A later attempt replaces the parts of an earlier one, but the host keeps its questions and graphs. Messages before them leave their
 * place, which the same message takes again if the later attempt repeats it.
 */
function ofEarlierAttempts(parts) {
  const last = parts.findLastIndex(({ kind }) => kind === 'question' || kind === 'graph');
  return parts.slice(0, last + 1)
    .filter(({ kind }) => kind === 'question' || kind === 'graph' || kind === 'message' || kind === 'replaced')
    .map((part) => (part.kind === 'message' ? { kind: 'replaced', text: part.text } : part));
}

/** Appends a question, or replaces it if an earlier attempt has asked it. */
function withQuestion(parts, question) {
  const at = parts.findIndex(({ kind, id }) => kind === 'question' && id === question.id);
  return at < 0 ? [...parts, question] : parts.with(at, { ...question, state: parts[at].state });
}

/** The placeholder of the binding until there is an answer. */
function placeholderOf(data) {
  const placeholder = data.delivery_policy?.placeholder;
  return placeholder ? { placeholder } : {};
}

/** The run has ended: no message is open, and no tool runs. */
function ended(run, at) {
  const parts = run.parts.map((part) =>
    part.kind === 'message' ? { ...part, open: false } : part.state === 'running' ? { ...part, state: 'ended' } : part);
  return { ...run, parts, link: 'idle', endedAt: at };
}

/** An artifact: a picture, or a file that is named only. */
export function artifactOf(reference) {
  return { ...reference, kind: isPicture(reference) ? 'picture' : 'artifact', name: reference.name ?? reference.kind ?? 'artifact' };
}

function grown(parts, text) {
  const at = openMessage(parts);
  if (at < 0) {
    return [...parts, { kind: 'message', text, open: true }];
  }
  return parts.with(at, { ...parts[at], text: parts[at].text + text });
}

function completed(parts, text) {
  const at = openMessage(parts);
  const message = { kind: 'message', text, open: false };
  const place = at < 0 ? parts.findIndex((part) => part.kind === 'replaced' && part.text === text) : at;
  return place < 0 ? [...parts, message] : parts.with(place, message);
}

function openMessage(parts) {
  return parts.findLastIndex((part) => part.kind === 'message' && part.open);
}

function tool(data, state) {
  return { kind: 'tool', id: data.tool_call_id ?? null, name: data.tool_name || 'tool', state };
}

function toolEnded(parts, data) {
  const state = data.error ? 'failed' : 'done';
  const at = parts.findLastIndex((part) =>
    part.kind === 'tool' && part.state === 'running' && (data.tool_call_id ? part.id === data.tool_call_id : true));
  return at < 0 ? [...parts, tool(data, state)] : parts.with(at, { ...parts[at], state });
}

/** A message's content is a text, or a list of elements; those that are no text are named. */
export function plainText(content) {
  if (typeof content === 'string') {
    return content;
  }
  if (!Array.isArray(content)) {
    return '';
  }
  return content.map((element) =>
    typeof element.text === 'string' ? element.text : `\n\n*(${element.file_name || kindOf(element.type)})*\n\n`).join('');
}

function kindOf(type) {
  return String(type ?? 'something').startsWith('image') ? 'an image' : 'a file';
}

/** The run as `GET /api/v1/runs/{run_id}` returns it, for a run whose stream is not read here. */
export function lookedUp(view) {
  const base = { ...sending(null, Date.parse(view.admitted_at) || 0), runId: view.run_id, fromHost: true };
  if (view.state !== 'ended' || !view.outcome) {
    return { ...base, phase: view.state === 'running' ? 'running' : 'waiting' };
  }
  const { type, code, sentence } = view.outcome;
  switch (type) {
    case 'run.failed':
      return { ...base, phase: code === 'cancelled' ? 'cancelled' : 'failed', why: sentence };
    case 'run.unanswered':
      return { ...base, phase: 'unanswered', reason: code };
    default:
      return { ...base, phase: 'completed' };
  }
}
