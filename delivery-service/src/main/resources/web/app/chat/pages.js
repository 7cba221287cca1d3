// Pages of the transcript, as a conversation needs them.
import { joined, latestRead, meets, olderRead, pageAsked, pageFailed } from '../state/history.js';
import { whyNotRead } from '../state/texts.js';

/** Entries; a turn has two and more. */
const PAGE = 20;

export class Pages {
  #chat;
  #workspace;

  constructor(chat, workspace) {
    this.#chat = chat;
    this.#workspace = workspace;
  }

  /** The newest page, and those before it until they meet what is shown. They are shown at once, so that no gap ever is. */
  latest() {
    return this.#read('latest', async () => {
      let page = await this.#ask(null);
      while (!this.#chat.closed && !meets(this.#chat.conversation, page)) {
        page = joined(page, await this.#ask(page.next_cursor));
      }
      return (now) => latestRead(now, page);
    });
  }

  /** Whether the host has an entry that was not read yet. */
  async hasNewEntries() {
    const { newest, latest } = this.#chat.conversation.history;
    if (latest.asked || latest.why) {
      return false;
    }
    try {
      const { items } = await this.#ask(null, 1);
      return items.length > 0 && (newest === null || items[0].seq > newest);
    } catch {
      return false; // The session hears of it.
    }
  }

  /** The page before the oldest that is shown. */
  older() {
    return this.#read('older', async () => {
      const { cursor } = this.#chat.conversation.history;
      const page = await this.#ask(cursor);
      return (now) => olderRead(now, page, cursor);
    });
  }

  async #read(end, reading) {
    const chat = this.#chat;
    chat.change((now) => pageAsked(now, end));
    try {
      chat.change(await reading());
    } catch ({ status, message }) {
      chat.change((now) => pageFailed(now, end, whyNotRead(status, message)));
    }
  }

  #ask(cursor, most = PAGE) {
    return this.#chat.api.transcript(this.#workspace, this.#chat.conversation, cursor, most);
  }
}
