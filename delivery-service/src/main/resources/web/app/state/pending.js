// Messages that were written while the host was unavailable.
import { onTurn } from './conversation.js';

/** Milliseconds after which a message is sent only if the person confirms it. */
export const ASKS_AFTER = 5 * 60 * 1000;

/** Returns true if the message is sent automatically once the host is available. */
export function isPending(run, now) {
  return waits(run) && now - run.at <= ASKS_AFTER;
}

/** Returns true if the person has to confirm the message. */
export function needsConfirmation(run, now) {
  return waits(run) && now - run.at > ASKS_AFTER;
}

/** Turns to send now, in the order of writing. */
export function pendingTurns({ turns }, now) {
  return turns.filter(({ run }) => run && isPending(run, now)).sort((a, b) => a.at - b.at);
}

/** Confirms a message: its time is now. */
export function confirmed(conversation, eventId, now) {
  return onTurn(conversation, eventId, (turn) => ({ ...turn, run: { ...turn.run, at: now } }));
}

function waits({ phase, later, retryable }) {
  return phase === 'unsent' && Boolean(later) && Boolean(retryable);
}
