// Reads pages of the transcript.
import { joined, latestRead, meets, olderRead, pageAsked, pageFailed } from '../state/history.js';
import { whyNotRead } from '../state/texts.js';

/** Entries of a page; a turn has at least two. */
const PAGE = 20;

export class Pages {
  #chat;
  #workspace;

  constructor(chat, workspace) {
    this.#chat = chat;
    this.#workspace = workspace;
  }

  /** Reads the newest page, and earlier ones until they meet the shown entries; shows them together, without a gap. */
  latest() {
    return this.#read('latest', async () => {
      let page = await this.#ask(null);
      while (!this.#chat.closed && !meets(this.#chat.conversation, page)) {
        page = joined(page, await this.#ask(page.next_cursor));
      }
      return (now) => latestRead(now, page);
    });
  }

  /** Returns true if the host has an entry that was not read yet. */
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

  /** Reads the page before the oldest entry that is shown. */
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
