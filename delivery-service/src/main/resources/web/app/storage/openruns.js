// The turns that are stored for a reload, and their state after it.
import { t } from '../state/language.js';
import { isOpen } from '../state/run.js';
import { list } from './localstorage.js';
import { whyMissing } from '../state/texts.js';

/** Milliseconds after its end for which a turn is stored, because the transcript may lag behind a stream. */
const LINGER = 120000;

export function runsToStore(conversation, now) {
  return conversation.turns
    .filter((turn) => turn.run && !turn.run.fromHost && (isOpen(turn.run) || isUnsent(turn.run) || recently(turn.run, now)))
    .map(({ key, eventId, message, attached, at, run }) => ({ key, eventId, message, attached, at, run: bare(run) }));
}

/** @param isHere returns true if this page has the bytes of a photo */
export function restored(kept, now, isHere) {
  return kept
    .filter((turn) => isUnsent(turn.run) || now - (turn.run.endedAt ?? now) < LINGER)
    .map((turn) => ({ ...turn, attached: list(turn.attached) }))
    .map((turn) => ({ ...turn, run: found(again(turn.run), turn.attached, isHere) }));
}

/** Turns of other tabs in this conversation. */
export function ofOthers(kept, own) {
  return kept.filter(({ key }) => !own.has(key));
}

function isUnsent(run) {
  return run.phase === 'sending' || run.phase === 'unsent';
}

function recently(run, now) {
  return run.stream && run.phase !== 'gone' && now - (run.endedAt ?? now) < LINGER;
}

function bare({ phase, body, at, runId, stream, why, retryable, later, tries, endedAt }) {
  return { phase, body, at, runId, stream, why, retryable, later, tries, endedAt };
}

/** Photos are lost with the page in which they were chosen. */
function found(run, attached, isHere) {
  const lost = isUnsent(run) ? attached.find((photo) => !photo.artifactId && !isHere(photo)) : null;
  return lost ? { ...run, why: whyMissing(lost), retryable: false } : run;
}

/** An open run is read again from its beginning; a message that was being sent can be sent again. */
function again(run) {
  const base = { ...run, position: null, parts: [], link: 'idle' };
  if (run.phase === 'sending') {
    return { ...base, phase: 'unsent', why: t('The page was closed before the host received it.'), retryable: true, later: true };
  }
  return isUnsent(run) ? base : { ...base, phase: 'waiting' };
}
