// One conversation: turns in order, each what a person said and what came of it. Events in, a new value out.
import { accepted, framed, isOpen, notAccepted, sending, sendingAgain } from './run.js';

export function emptyConversation(id, bot) {
  return { id, bot, turns: [], cursor: null, history: 'unknown' };
}

/** @param said {eventId, text, body} */
export function saidHere(conversation, said, at) {
  const turn = { key: said.eventId, eventId: said.eventId, said: said.text, at, seq: null, answers: [], run: sending(said.body, at) };
  return { ...conversation, turns: [...conversation.turns, turn] };
}

/** Puts back what an earlier visit left open: the runs it followed and the messages it could not hand in. */
export function resumed(conversation, kept) {
  const known = new Set(conversation.turns.map((turn) => turn.eventId));
  const turns = kept.filter((turn) => !known.has(turn.eventId)).map((turn) => ({ ...turn, seq: null, answers: [] }));
  return { ...conversation, turns: [...conversation.turns, ...turns] };
}

/**
 * The host has it, and names it by an id of its own, made from ours: from here on the transcript's name counts. Where the
 * transcript had shown it already, the two are one.
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

export function refused(conversation, eventId, why, retryable) {
  return onRun(conversation, eventId, (run) => notAccepted(run, why, retryable));
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

export function cancelAsked(conversation, eventId, asked) {
  return onRun(conversation, eventId, (run) => (isOpen(run) ? { ...run, cancelling: asked } : run));
}

/** Its stream is not kept any more: the transcript tells what was said. */
export function streamGone(conversation, eventId) {
  return onRun(conversation, eventId, (run) => ({ ...run, phase: 'gone', parts: [], link: 'idle' }));
}

/** What the host says of a run that is not followed here. */
export function runFound(conversation, eventId, run) {
  return onTurn(conversation, eventId, (turn) => (turn.run && !turn.run.fromHost && turn.run.phase !== 'gone' ? turn : { ...turn, run }));
}

/** What was never handed in may be taken back. */
export function withoutTurn(conversation, eventId) {
  return { ...conversation, turns: conversation.turns.filter((turn) => turn.eventId !== eventId) };
}

export function historyLoading(conversation) {
  return { ...conversation, history: 'loading' };
}

export function historyFailed(conversation, why) {
  return { ...conversation, history: 'failed', why };
}

/**
 * A page of the transcript, newest first. The newest page goes before what is only known here; an older one before everything.
 * What a turn says twice (in the transcript and in its stream) is one turn.
 */
export function pageLoaded(conversation, page, { older }) {
  const turns = new Map();
  for (const item of page.items.toReversed()) {
    const turn = turns.get(item.event_id) ?? loadedTurn(item);
    turns.set(item.event_id, item.role === 'user' ? spoken(turn, item) : answered(turn, item));
  }
  for (const known of conversation.turns) {
    const loaded = turns.get(known.eventId);
    if (loaded) {
      turns.set(known.eventId, merged(known, loaded, older));
    } else if (older || known.seq === null || known.run && !known.run.fromHost) {
      turns.set(known.eventId, known);
    }
  }
  const sorted = [...turns.values()].sort(bySequence);
  return { ...conversation, turns: sorted, cursor: page.next_cursor ?? null, history: page.has_more ? 'more' : 'all', why: null };
}

function loadedTurn(item) {
  const { event_id: eventId, created_at: seconds, seq } = item;
  return { key: eventId, eventId, said: null, at: seconds * 1000, seq, answers: [], run: null };
}

function spoken(turn, item) {
  return { ...turn, said: item.content ?? '', who: item.metadata?.actor_name ?? null, attached: item.artifact_refs?.length ?? 0 };
}

function answered(turn, item) {
  return { ...turn, answers: [...turn.answers, { id: item.transcript_id, text: item.content ?? '' }] };
}

/** A turn that two pages share has its earlier answers on the older page. */
function merged(known, loaded, older) {
  const ids = new Set(known.answers.map((answer) => answer.id));
  const more = loaded.answers.filter((answer) => !ids.has(answer.id));
  return {
    ...known,
    said: loaded.said ?? known.said,
    who: loaded.who ?? known.who,
    seq: known.seq === null ? loaded.seq : Math.min(known.seq, loaded.seq),
    answers: older ? [...more, ...known.answers] : loaded.answers.length ? loaded.answers : known.answers,
  };
}

/** In the transcript's order; what it does not know yet comes last, as it was said. */
function bySequence(a, b) {
  if (a.seq === null || b.seq === null) {
    return a.seq === b.seq ? a.at - b.at : a.seq === null ? 1 : -1;
  }
  return a.seq - b.seq;
}

export function turnOf(conversation, eventId) {
  return conversation.turns.find((turn) => turn.eventId === eventId);
}

/** What to show of its answer: the stream's word where it has one, else the transcript's. */
export function partsOf(turn) {
  return turn.run?.parts.length
    ? turn.run.parts
    : turn.answers.map((answer) => ({ kind: 'message', text: answer.text, open: false }));
}

/** Runs whose streams are to be followed, oldest first. */
export function toFollow(conversation) {
  return conversation.turns.filter((turn) => turn.run && isOpen(turn.run) && turn.run.stream);
}

/** Turns of which only the host can say what became of them: those without an answer, the newest, and where a stream is gone. */
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

function onTurn(conversation, eventId, step) {
  const at = conversation.turns.findIndex((turn) => turn.eventId === eventId);
  return at < 0 ? conversation : { ...conversation, turns: conversation.turns.with(at, step(conversation.turns[at])) };
}
