// One conversation: turns in order, each a message of a person with its run. Pure functions: a conversation and an event give a new conversation.
import { graphsByTurn } from './graph.js';
import { NOTHING_READ, withQuestionTurn } from './history.js';
import { isExpired } from './question.js';
import { accepted, artifactOf, framed, isOpen, notAccepted, sending, sendingAgain } from './run.js';

export function emptyConversation(id, bot) {
  return { id, bot, turns: [], graphs: [], areGraphsMissing: false, graphStops: {}, history: NOTHING_READ };
}

/** @param written {eventId, text, body, attached}; `attached` are photos that are not uploaded yet */
export function messageWritten(conversation, written, at) {
  const { eventId, text, attached = [] } = written;
  const turn = { key: eventId, eventId, message: text, attached, at, seq: null, answers: [], run: sending(written.body, at) };
  return { ...conversation, turns: [...conversation.turns, turn] };
}

/** Restores open runs and unsent messages of an earlier visit. */
export function resumed(conversation, kept) {
  const known = new Set(conversation.turns.map((turn) => turn.eventId));
  const turns = kept.filter((turn) => !known.has(turn.eventId)).map((turn) => ({ ...turn, seq: null, answers: [] }));
  return { ...conversation, turns: [...conversation.turns, ...turns] };
}

/**
 * The host has accepted the message, under an id that it has derived from ours and that the transcript uses. If the
 * transcript has shown it already, the two turns become one.
 */
export function taken(conversation, eventId, answer) {
  const shown = conversation.turns.find((turn) => turn.eventId === answer.eventId && turn.eventId !== eventId);
  const one = shown ? { ...conversation, turns: conversation.turns.filter((turn) => turn !== shown) } : conversation;
  return onTurn(one, eventId, (turn) => ({
    ...turn,
    eventId: answer.eventId,
    seq: shown?.seq ?? null,
    answers: shown?.answers ?? [],
    run: accepted(turn.run, answer),
  }));
}

export function refused(conversation, eventId, why, retryable, later = false) {
  return onRun(conversation, eventId, (run) => notAccepted(run, why, retryable, later));
}

export function again(conversation, eventId) {
  return onRun(conversation, eventId, sendingAgain);
}

export function frame(conversation, eventId, result, now) {
  return onRun(conversation, eventId, (run) => framed(run, result, now));
}

/** `idle`, `live` or `reconnecting`. */
export function link(conversation, eventId, state) {
  return onRun(conversation, eventId, (run) => (run.link === state || !isOpen(run) ? run : { ...run, link: state }));
}

export function cancelAsked(conversation, eventId) {
  return onRun(conversation, eventId, (run) => (isOpen(run) ? { ...run, cancelling: true, notCancelled: null } : run));
}

export function cancelRefused(conversation, eventId, why) {
  return onRun(conversation, eventId, (run) => ({ ...run, cancelling: false, notCancelled: why }));
}

/** Changes a question of an answer. */
export function questionChanged(conversation, eventId, id, change) {
  return onRun(conversation, eventId, (run) => ({
    ...run,
    parts: run.parts.map((part) => (part.kind === 'question' && part.id === id ? { ...part, ...change } : part)),
  }));
}

/** Adds the questions of a run whose stream is not read here. */
export function questionsFound(conversation, eventId, questions) {
  return questions.length
    ? onTurn(conversation, eventId, (turn) => (turn.run?.fromHost && !turn.run.parts.length
      ? { ...turn, run: { ...turn.run, parts: questions } }
      : turn))
    : conversation;
}

/**
 * Runs of the host's list, oldest first, that may have asked a question of a graph: the page has no question of theirs, they were not
 * cancelled, and they are not older than the turn in which the first graph began. A run without a turn may have asked one that is open, so
 * it is not older than the first graph that waits.
 */
export function mayHaveQuestions(conversation, runs) {
  const { turns, graphs } = conversation;
  const homes = graphsByTurn(turns, graphs);
  const first = turns.findIndex(({ eventId }) => homes.has(eventId));
  const waiting = turns.findIndex(({ eventId }) => homes.get(eventId)?.some(({ graph }) => graph.status === 'waiting'));
  return runs.filter(({ event_id: id, status, admitted_at: admitted }) => {
    const at = turns.findIndex(({ eventId }) => eventId === id);
    const isSince = at >= 0 ? first >= 0 && at >= first : waiting >= 0 && (Date.parse(admitted) || 0) >= turns[waiting].at;
    return id && status !== 'cancelled' && isSince && !turns[at]?.run?.position && !turns[at]?.run?.parts.length;
  }).toReversed();
}

/** Adds the questions of a run whose stream is not read here. A run that began with no message and said nothing has a turn if a question is open. */
export function questionsOfRun(conversation, eventId, run, questions, now) {
  if (turnOf(conversation, eventId)) {
    return questions.length ? questionsFound(runFound(conversation, eventId, run), eventId, questions) : conversation;
  }
  if (!questions.some((question) => question.state === 'open' && !isExpired(question, now))) {
    return conversation;
  }
  const turn = { key: eventId, eventId, message: null, attached: [], at: run.at, seq: null, answers: [], run: { ...run, parts: questions } };
  return { ...conversation, turns: withQuestionTurn(conversation.turns, turn) };
}

/** Turns whose runs asked a question without a response here: it is open, or was closed by a response elsewhere. */
export function withOpenQuestions({ turns }) {
  return turns.filter(({ run }) => run?.runId && run.parts.some(isWithoutResponse));
}

function isWithoutResponse({ kind, state }) {
  return kind === 'question' && (state === 'open' || state === 'closed');
}

/** The questions of a run without a response here as the host has them now: with a response, or until another time. */
export function questionsRead(conversation, eventId, questions) {
  const found = new Map(questions.map((question) => [question.id, question]));
  return onRun(conversation, eventId, (run) => ({
    ...run,
    parts: run.parts.map((part) => (isWithoutResponse(part) && found.has(part.id) ? asStored(part, found.get(part.id)) : part)),
  }));
}

/** A question that the host closed stays closed; whoever responded, a response takes the place of the reason. */
function asStored(part, { state, response, expiresAt }) {
  return state === 'sent' ? { ...part, state, response, expiresAt, why: null } : { ...part, expiresAt };
}

/** The state of a requested cancellation of a graph that waits: `{why}` with the reason of a refusal, or null if there is none. */
export function graphStop(conversation, graphId, stop) {
  const { [graphId]: before, ...others } = conversation.graphStops;
  return { ...conversation, graphStops: stop ? { ...others, [graphId]: stop } : others };
}

/** Returns true if there are runs whose streams were not read here. */
export function hasUnseenRuns({ turns }) {
  return turns.some(({ run }) => !run || run.fromHost || run.phase === 'gone');
}

/** Replaces the stored graphs of actions of this conversation. */
export function graphsRead(conversation, graphs) {
  return { ...conversation, graphs };
}

/** Adds the turn of a response to a question, unless the transcript has shown it already. */
export function responded(conversation, { eventId, runId, text }, at) {
  if (turnOf(conversation, eventId)) {
    return conversation;
  }
  const run = { ...sending(null, at), phase: 'waiting', runId, fromHost: true };
  const turn = { key: eventId, eventId, message: text, attached: [], at, seq: null, answers: [], run };
  return { ...conversation, turns: [...conversation.turns, turn] };
}

/** The stream of the run has expired; the transcript has its messages. */
export function streamGone(conversation, eventId) {
  return onRun(conversation, eventId, (run) => ({ ...run, phase: 'gone', parts: [], link: 'idle' }));
}

/** Updates a run whose stream is not read here; a requested cancellation stays requested. */
export function runFound(conversation, eventId, run) {
  return onTurn(conversation, eventId, (turn) => {
    if (turn.run && !turn.run.fromHost && turn.run.phase !== 'gone') {
      return turn;
    }
    if (turn.run?.position && turn.run.phase !== 'gone') {
      return turn; // It is followed, and its stream knows better.
    }
    const { cancelling = false, notCancelled = null } = turn.run ?? {};
    const parts = turn.run?.parts.length ? turn.run.parts : run.parts;
    return { ...turn, run: { ...run, parts, cancelling, notCancelled } };
  });
}

/** Removes a turn that was never sent. */
export function withoutTurn(conversation, eventId) {
  return { ...conversation, turns: conversation.turns.filter((turn) => turn.eventId !== eventId) };
}

export function turnOf(conversation, eventId) {
  return conversation.turns.find((turn) => turn.eventId === eventId);
}

/** @param areMissing true if the host could not list graphs or questions, so that the page may not show all */
export function graphsMissing(conversation, areMissing) {
  return { ...conversation, areGraphsMissing: areMissing };
}

/** Returns the parts of the answer: those of the stream if there are any, else those of the transcript and the questions of the run. */
export function partsOf({ run, answers }) {
  if (!run?.parts.length || isListed(run)) {
    return [...answers.flatMap(transcriptParts), ...(run?.parts ?? [])];
  }
  return run.parts.filter(({ kind }) => kind !== 'replaced');
}

/** Returns true for a run whose stream was not read here: its parts are the questions that the host lists. */
function isListed({ fromHost, position }) {
  return Boolean(fromHost) && !position;
}

/** Artifacts precede their message; an entry without text has artifacts only. */
function transcriptParts({ text, made = [] }) {
  const message = text || !made.length ? [{ kind: 'message', text, open: false }] : [];
  return [...made.map(artifactOf), ...message];
}

/** Runs whose streams are to be followed, oldest first. */
export function toFollow(conversation) {
  return conversation.turns.filter(({ run }) => run && isOpen(run) && (run.stream || (run.fromHost && run.runId)));
}

/** Turns whose outcome has to be read from the host: those without an answer, the newest one, and those whose streams have expired. */
export function toLookUp(conversation) {
  return conversation.turns.filter((turn, at, all) =>
    turn.run ? turn.run.phase === 'gone' : turn.answers.length === 0 || at === all.length - 1);
}

/** Oldest turn that can be cancelled. */
export function toCancel(conversation) {
  return conversation.turns.find((turn) => turn.run && isOpen(turn.run) && turn.run.runId && !turn.run.cancelling);
}

function onRun(conversation, eventId, step) {
  return onTurn(conversation, eventId, (turn) => (turn.run ? { ...turn, run: step(turn.run) } : turn));
}

/** Applies a function to one turn. */
export function onTurn(conversation, eventId, step) {
  const at = conversation.turns.findIndex((turn) => turn.eventId === eventId);
  return at < 0 ? conversation : { ...conversation, turns: conversation.turns.with(at, step(conversation.turns[at])) };
}
