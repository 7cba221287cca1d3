// Sends what was written in other conversations while the host could not be reached.
import { Chat } from './chat.js';
import { pendingTurns } from '../state/pending.js';

const SILENT = { changed: () => {}, stands: () => {} };

/** One conversation after another, each as if it were open for that moment. */
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

/** As it is once the conversation is open. */
function unsent(turn) {
  return turn.run.phase === 'sending' ? { ...turn, run: { ...turn.run, phase: 'unsent', later: true, retryable: true } } : turn;
}
