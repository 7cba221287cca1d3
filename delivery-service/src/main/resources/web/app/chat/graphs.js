// The graphs of actions of a conversation as the host stores them, and the cancellation of those that wait.
import * as of from '../state/conversation.js';
import { graphsByTurn, graphsFound } from '../state/graph.js';
import { storedQuestion } from '../state/question.js';
import { whyNotCancelled } from '../state/texts.js';

export class Graphs {
  #chat;

  constructor(chat) {
    this.#chat = chat;
  }

  /** Reads the stored graphs if the conversation has runs whose streams were not read here. After a failure the next page reads them. */
  async read() {
    if (of.hasUnseenRuns(this.#chat.conversation)) {
      await this.#readAll();
    }
  }

  /** Reads graphs and open questions again if a graph waits: another device may have cancelled it or responded. */
  async refresh() {
    if (this.#shown().some(waits)) {
      const before = this.#statuses();
      await this.#readAll();
      if (before !== this.#statuses()) {
        await this.readQuestions();
      }
    }
  }

  /** Reads the open questions again. */
  async readQuestions() {
    const chat = this.#chat;
    for (const { eventId, run } of of.withOpenQuestions(chat.conversation)) {
      const items = await chat.api.questions(run.runId).then((answer) => answer.items, () => []);
      chat.change((now) => of.questionsRead(now, eventId, items.map(storedQuestion)));
    }
  }

  /** Cancels a graph that waits. Nothing continues it after that. */
  async stop({ id, runId }) {
    const chat = this.#chat;
    chat.change((now) => of.graphStop(now, id, { why: null }));
    try {
      await chat.api.cancel(runId);
      await this.#readAll();
      await this.readQuestions();
      chat.change((now) => of.graphStop(now, id, null));
    } catch ({ status, message }) {
      chat.change((now) => of.graphStop(now, id, { why: whyNotCancelled(status, message) }));
    }
  }

  async #readAll() {
    const chat = this.#chat;
    try {
      const found = graphsFound(await chat.api.graphs(chat.conversation));
      chat.change((now) => of.graphsRead(now, found));
    } catch {
      // The session reports an unavailable host.
    }
  }

  #shown() {
    const { turns, graphs } = this.#chat.conversation;
    return [...graphsByTurn(turns, graphs).values()].flat().map(({ graph }) => graph);
  }

  #statuses() {
    return this.#shown().map(({ id, status }) => `${id} ${status}`).join('\n');
  }
}

function waits({ status, live }) {
  return status === 'waiting' && !live;
}
