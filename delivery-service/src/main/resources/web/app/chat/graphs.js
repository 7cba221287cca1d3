// The graphs of actions of a conversation as the host stores them, and the cancellation of those that wait.
import { isUnavailable } from '../net/api.js';
import * as of from '../state/conversation.js';
import { graphsByTurn, graphsFound, mayBeOutdated } from '../state/graph.js';
import { storedQuestion } from '../state/question.js';
import { lookedUp } from '../state/run.js';
import { whyNotCancelled } from '../state/texts.js';

export class Graphs {
  #chat;
  /** Ids of runs whose questions were looked for. */
  #lookedFor = new Set();
  /** True if the host was unavailable for one of the latest requests: the next refresh repeats them. */
  #isIncomplete = false;

  constructor(chat) {
    this.#chat = chat;
  }

  /** Reads the stored graphs if the conversation has runs whose streams were not read here. */
  async read() {
    if (of.hasUnseenRuns(this.#chat.conversation)) {
      await this.#readAll();
      await this.findQuestions();
    }
  }

  /**
   * Finds the questions of the graphs. A question belongs to the run that asked it, and any run since the graph began may have asked.
   */
  async findQuestions() {
    const chat = this.#chat;
    if (!this.#shown().length) {
      return;
    }
    const runs = await chat.api.waits(chat.conversation).then((answer) => answer.items, (refusal) => this.#none(refusal));
    for (const view of of.mayHaveQuestions(chat.conversation, runs).filter(({ run_id: id }) => !this.#lookedFor.has(id))) {
      this.#lookedFor.add(view.run_id);
      try {
        const { items } = await chat.api.questions(view.run_id);
        chat.change((now) => of.questionsOfRun(now, view.event_id, lookedUp(view), items.map(storedQuestion), Date.now()));
      } catch (refusal) {
        this.#none(refusal);
        this.#lookedFor.delete(view.run_id);
      }
    }
  }

  /**
   * Reads graphs and open questions again if the host was unavailable for them, or if a graph has not ended and no run streams it here:
   * another device may have cancelled it or responded, and the host ends the graph of a run that failed.
   */
  async refresh() {
    const isRepeated = this.#isIncomplete;
    if (isRepeated || this.#shown().some(mayBeOutdated)) {
      this.#isIncomplete = false;
      const before = this.#statuses();
      await this.#readAll();
      if (isRepeated || before !== this.#statuses()) {
        await this.readQuestions();
        await this.findQuestions();
      }
      this.#report();
    }
  }

  /** Reads the open questions again. */
  async readQuestions() {
    const chat = this.#chat;
    for (const { eventId, run } of of.withOpenQuestions(chat.conversation)) {
      const items = await chat.api.questions(run.runId).then((answer) => answer.items, (refusal) => this.#none(refusal));
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
    } catch (refusal) {
      this.#none(refusal);
    }
  }

  /** Notes that the host was unavailable. */
  #none({ status }) {
    if (isUnavailable(status)) {
      this.#isIncomplete = true;
      this.#report();
    }
    return [];
  }

  /** The page says that graphs and questions may be missing, until a refresh has read all. */
  #report() {
    if (this.#chat.conversation.areGraphsMissing !== this.#isIncomplete) {
      this.#chat.change((now) => of.graphsMissing(now, this.#isIncomplete));
    }
  }

  #shown() {
    const { turns, graphs } = this.#chat.conversation;
    return [...graphsByTurn(turns, graphs).values()].flat().map(({ graph }) => graph);
  }

  /** The status and the latest run of each graph: another run may have asked another question. */
  #statuses() {
    const { graphs } = this.#chat.conversation;
    return [...this.#shown().map(({ id, status }) => `${id} ${status}`), ...graphs.map(({ graph, runId }) => `${graph.id} ${runId}`)].join('\n');
  }
}
