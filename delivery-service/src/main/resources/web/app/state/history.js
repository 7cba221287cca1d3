// Turns from pages of the transcript. Pure functions: a conversation and a page give a new conversation; shown turns stay.
import { referenceOf } from './pictures.js';

const IDLE = { asked: false, why: null };

/**
 * What is read. `reach`: `more` if there are entries before the oldest turn, else `all`; `newest`: the highest sequence
 * that was read; `latest` and `older`: whether pages at either end are requested, and why they could not be read.
 */
export const NOTHING_READ = { reach: 'unknown', cursor: null, newest: null, latest: IDLE, older: IDLE };

/** @param end `latest` or `older` */
export function pageAsked(conversation, end) {
  return onHistory(conversation, { [end]: { asked: true, why: null } });
}

export function pageFailed(conversation, end, why) {
  return onHistory(conversation, { [end]: { asked: false, why } });
}

export function mayAskOlder({ history: { reach, older } }) {
  return reach === 'more' && !older.asked;
}

/** Returns true if there is no gap between the newest page and the shown turns; else earlier pages have to be joined. */
export function meets({ history: { newest } }, page) {
  return newest === null || !page.next_cursor || page.items.some((item) => item.seq <= newest);
}

/** Joins a page and the one before it. */
export function joined(page, before) {
  return { ...before, items: [...page.items, ...before.items] };
}

/** Adds the newest page; earlier turns and the cursor of older pages stay. */
export function latestRead(conversation, page) {
  const { history } = conversation;
  const edge = history.newest === null ? edgeOf(page) : {};
  return onHistory(withPage(conversation, page), { ...edge, newest: newestOf(history.newest, page), latest: IDLE });
}

/** @param cursor the cursor of the request */
export function olderRead(conversation, page, cursor) {
  const edge = cursor === conversation.history.cursor ? edgeOf(page) : {};
  return onHistory(withPage(conversation, page), { ...edge, older: IDLE });
}

function edgeOf(page) {
  return { reach: page.next_cursor ? 'more' : 'all', cursor: page.next_cursor ?? null };
}

function newestOf(known, page) {
  return page.items.reduce((newest, { seq }) => (newest === null || seq > newest ? seq : newest), known);
}

function onHistory(conversation, values) {
  return { ...conversation, history: { ...conversation.history, ...values } };
}

/** Merges repetitions of a turn: on two pages, or in the transcript and in a stream. */
function withPage(conversation, page) {
  const turns = new Map(conversation.turns.map((turn) => [turn.eventId, turn]));
  for (const item of page.items.toReversed()) {
    const turn = turns.get(item.event_id) ?? unknownTurn(item);
    turns.set(item.event_id, item.role === 'user' ? spoken(turn, item) : answered(turn, item));
  }
  return { ...conversation, turns: inOrder([...turns.values()]) };
}

function unknownTurn({ event_id: eventId, created_at: seconds }) {
  return { key: eventId, eventId, message: null, at: seconds * 1000, seq: null, attached: [], answers: [], run: null };
}

function spoken(turn, item) {
  const seq = earlier(turn.seq, item.seq);
  return { ...turn, seq, storedAt: storedAt(turn, item), message: item.content ?? '', who: writerOf(item.metadata ?? {}), attached: referencesOf(item) };
}

/** Returns true if another person than the one at this page wrote a message. A message that the transcript does not have yet is of this page. */
export function isOther(writer, actorId) {
  return Boolean(writer) && writer.id !== actorId;
}

/** The person who wrote a message; null for one without an actor. */
function writerOf({ actor_id: id, actor_name: name }) {
  return id || name ? { id: id ?? null, name: name || id } : null;
}

function answered(turn, item) {
  const answer = { id: item.transcript_id, seq: item.seq, text: item.content ?? '', made: referencesOf(item) };
  const answers = [...turn.answers.filter(({ id }) => id !== answer.id), answer].sort((a, b) => a.seq - b.seq);
  return { ...turn, seq: earlier(turn.seq, item.seq), storedAt: storedAt(turn, item), answers, answeredAt: item.created_at ? item.created_at * 1000 : null };
}

function referencesOf({ artifact_refs: references }) {
  return (references ?? []).map(referenceOf);
}

function earlier(known, seq) {
  return known === null ? seq : Math.min(known, seq);
}

/** The time of the first entry by the clock of the host; the one of the browser, which a message of this page has, may differ. */
function storedAt({ storedAt: known = null }, { created_at: seconds }) {
  return seconds ? earlier(known, seconds * 1000) : known;
}

/**
 * The turns in the order of the transcript. Messages that it does not have yet follow in the order of writing. A run that began with no
 * message and said nothing has no entry; its question stands after what was written before that run began.
 */
function inOrder(turns) {
  const entries = turns.filter(({ seq }) => seq !== null).sort((a, b) => a.seq - b.seq);
  const others = turns.filter(({ seq }) => seq === null).sort((a, b) => a.at - b.at);
  const isQuestion = ({ message }) => message === null;
  return others.filter(isQuestion).reduce(withQuestionTurn, [...entries, ...others.filter((turn) => !isQuestion(turn))]);
}

/** Inserts the turn of a run that has no entry in the transcript at the time at which that run began. */
export function withQuestionTurn(turns, turn) {
  const before = turns.findLastIndex(({ at, storedAt: stored, run }) => (stored ?? run?.startedAt ?? at) <= turn.at);
  return turns.toSpliced(before + 1, 0, turn);
}
