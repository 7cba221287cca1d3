// Outcomes of runs whose streams this page does not read: runs of other clients, and runs whose streams have expired.
import { isUnavailable } from '../net/api.js';
import { questionsFound, runFound, toLookUp, turnOf } from '../state/conversation.js';
import { storedQuestion } from '../state/question.js';
import { isOpen, lookedUp } from '../state/run.js';

/** Milliseconds; the transcript may lag behind a run by as much. */
const POLL_INTERVAL = 2000;
/** Requests for an event that the host does not know; requests to an unavailable host do not count. */
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

  /** Polls while the run is open. */
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
        misses += isUnavailable(status) ? 0 : 1;
      }
      await new Promise((resume) => setTimeout(resume, POLL_INTERVAL));
    }
    this.#looking.delete(eventId);
    if (mayLag && !chat.closed) {
      setTimeout(() => !chat.closed && chat.load(), POLL_INTERVAL);
    }
  }

  /** Reads the questions of a run that ended without an answer. A key that may not write reads none. Fails if the host is unavailable. */
  async #questions(eventId, run) {
    const chat = this.#chat;
    if (run.phase === 'completed' && !turnOf(chat.conversation, eventId)?.answers.length) {
      const items = await chat.api.questions(run.runId).then((answer) => answer.items, noneUnlessUnavailable);
      chat.change((now) => questionsFound(now, eventId, items.map(storedQuestion)));
    }
  }
}

function noneUnlessUnavailable(refusal) {
  if (isUnavailable(refusal.status)) {
    throw refusal;
  }
  return [];
}
