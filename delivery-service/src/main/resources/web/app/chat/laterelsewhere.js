// Sends what was written in other conversations while the host could not be reached.
import { Chat } from './chat.js';
import { toSendLater } from '../state/later.js';

const SILENT = { changed: () => {}, stands: () => {} };

/** One conversation after another, each as if it were open for that moment. */
export async function sendLaterElsewhere(session, belongings, open, album) {
  for (const { id, bot } of belongings.shelf()) {
    const isOpen = id === open()?.id && bot === open()?.bot;
    if (!isOpen && session.api && toSendLater({ turns: belongings.runs({ id, bot }).map(unsent) }, Date.now()).length) {
      const chat = new Chat(session, belongings, { id, bot }, SILENT, album);
      await chat.sendLater(true);
      chat.close();
    }
  }
}

/** As it is once the conversation is open. */
function unsent(turn) {
  return turn.run.phase === 'sending' ? { ...turn, run: { ...turn.run, phase: 'unsent', later: true, retryable: true } } : turn;
}
