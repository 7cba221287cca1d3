// Messages that were written while the host could not be reached.
import { onTurn } from './conversation.js';

/** Older ones are sent only after the person said so; milliseconds. */
export const ASKS_AFTER = 5 * 60 * 1000;

/** Whether it is sent by itself, as soon as the host can be reached. */
export function isPending(run, now) {
  return waits(run) && now - run.at <= ASKS_AFTER;
}

/** Whether the person is asked before it is sent. */
export function needsConfirmation(run, now) {
  return waits(run) && now - run.at > ASKS_AFTER;
}

/** Turns that are to be sent now, in the order in which they were written. */
export function pendingTurns({ turns }, now) {
  return turns.filter(({ run }) => run && isPending(run, now)).sort((a, b) => a.at - b.at);
}

/** The person has said so: it counts as written now. */
export function confirmed(conversation, eventId, now) {
  return onTurn(conversation, eventId, (turn) => ({ ...turn, run: { ...turn.run, at: now } }));
}

function waits({ phase, later, retryable }) {
  return phase === 'unsent' && Boolean(later) && Boolean(retryable);
}
