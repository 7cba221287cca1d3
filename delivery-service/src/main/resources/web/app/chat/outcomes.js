// What became of runs that only the host can tell of: those that were asked for elsewhere, and those whose streams are gone.
import { questionsFound, runFound, toLookUp, turnOf } from '../state/conversation.js';
import { graphsByTurn } from '../state/graph.js';
import { storedQuestion } from '../state/question.js';
import { isOpen, lookedUp } from '../state/run.js';

/** Milliseconds; also how far the transcript may lag behind a run. */
const POLL_INTERVAL = 2000;
/** How often an event that the host does not know is asked for. A host that is away has not said so. */
const MAX_UNKNOWN = 5;

export class Outcomes {
  #chat;
  #looking = new Set();

  constructor(chat) {
    this.#chat = chat;
  }

  lookUp() {
    for (const { eventId, run } of toLookUp(this.#chat.conversation)) {
      if (!this.#looking.has(eventId)) {
        this.#looking.add(eventId);
        this.#look(eventId, run?.runId ?? null);
      }
    }
  }

  /** While it is open, again and again. */
  async #look(eventId, runId) {
    const chat = this.#chat;
    let known = runId;
    let mayLag = false;
    for (let misses = 0; misses < MAX_UNKNOWN && !chat.closed;) {
      try {
        known ??= (await chat.api.resolution(eventId)).run_id;
        const run = lookedUp(await chat.api.run(known));
        chat.change((now) => runFound(now, eventId, run));
        mayLag ||= isOpen(run) || (run.phase === 'completed' && !turnOf(chat.conversation, eventId)?.answers.length);
        if (!isOpen(run)) {
          await this.#questions(eventId, run);
          break;
        }
        misses = 0;
      } catch ({ status }) {
        misses += status === 0 ? 0 : 1;
      }
      await new Promise((resume) => setTimeout(resume, POLL_INTERVAL));
    }
    this.#looking.delete(eventId);
    if (mayLag && !chat.closed) {
      setTimeout(() => !chat.closed && chat.load(), POLL_INTERVAL);
    }
  }

  async #waits(eventId) {
    const chat = this.#chat;
    await chat.graphs;
    const { turns, graphs } = chat.conversation;
    return graphsByTurn(turns, graphs).get(eventId)?.some(({ graph }) => graph.status === 'waiting') ?? false;
  }

  /** A run that ended without an answer, or with a graph that waits, may have asked something. A key that may not speak is not told. */
  async #questions(eventId, run) {
    const chat = this.#chat;
    if (run.phase === 'completed' && (!turnOf(chat.conversation, eventId)?.answers.length || await this.#waits(eventId))) {
      const items = await chat.api.questions(run.runId).then((answer) => answer.items, () => []);
      chat.change((now) => questionsFound(now, eventId, items.map(storedQuestion)));
    }
  }
}
