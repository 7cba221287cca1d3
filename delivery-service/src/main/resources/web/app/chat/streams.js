// The streams of a conversation's open runs.
import * as of from '../state/conversation.js';
import { asksQuestion, concernsQuestion } from '../state/question.js';
import { ENDS, isOpen, positionId } from '../state/run.js';
import { follow } from '../net/follow.js';

/** A browser opens six connections to a host, over all tabs; a stream holds one. */
const AT_ONCE = 2;

export class Streams {
  #chat;
  #followed = new Map();

  constructor(chat) {
    this.#chat = chat;
  }

  /** Closes the streams of ended runs, and opens the next ones. */
  followOpenRuns() {
    const { conversation } = this.#chat;
    for (const [eventId, stop] of this.#followed) {
      const run = of.turnOf(conversation, eventId)?.run;
      if (!run || !isOpen(run)) {
        stop();
        this.#followed.delete(eventId);
      }
    }
    for (const turn of of.toFollow(conversation).slice(0, AT_ONCE)) {
      if (!this.#followed.has(turn.eventId)) {
        this.#followed.set(turn.eventId, this.#follow(turn));
      }
    }
  }

  stop() {
    this.#followed.forEach((stop) => stop());
    this.#followed.clear();
  }

  #follow({ eventId, run }) {
    const chat = this.#chat;
    return follow(run.stream ?? chat.api.stream(run.runId), positionId(run), {
      frame: (result) => {
        const framed = (now) => of.frame(now, eventId, result, Date.now());
        if (ENDS.has(result.type) || asksQuestion(result)) {
          chat.settle(eventId, framed);
        } else {
          chat.change(framed);
        }
        if (concernsQuestion(result)) {
          chat.readQuestions();
        }
      },
      live: () => chat.change((now) => of.link(now, eventId, 'live')),
      reconnecting: () => chat.change((now) => of.link(now, eventId, 'reconnecting')),
      over: () => {
        chat.change((now) => of.streamGone(now, eventId));
        chat.load();
      },
    }, run.stream ? null : chat.api.key);
  }
}
