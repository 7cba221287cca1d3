// Sends the messages of other conversations that were written while the host was unavailable.
import { Chat } from './chat.js';
import { pendingTurns } from '../state/pending.js';

const SILENT = { changed: () => {}, stands: () => {} };

/** Opens one conversation after another for that time. */
export async function sendPendingElsewhere(session, keyStorage, open, pictureCache) {
  for (const { id, bot } of keyStorage.conversations()) {
    const isOpen = id === open()?.id && bot === open()?.bot;
    if (!isOpen && session.api && pendingTurns({ turns: keyStorage.runs({ id, bot }).map(unsent) }, Date.now()).length) {
      const chat = new Chat(session, keyStorage, { id, bot }, SILENT, pictureCache);
      await chat.sendPending(true);
      chat.close();
    }
  }
}

/** The storage as an open conversation uses it. */
function unsent(turn) {
  return turn.run.phase === 'sending' ? { ...turn, run: { ...turn.run, phase: 'unsent', later: true, retryable: true } } : turn;
}
