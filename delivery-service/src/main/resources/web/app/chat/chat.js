// One open conversation, and all that is done for it. State is only ever replaced. Once it is closed, nothing that still comes changes it.
import * as of from '../state/conversation.js';
import { mayAskOlder } from '../state/history.js';
import { isOpen } from '../state/run.js';
import { paused } from '../state/backoff.js';
import { maySendAgain, whyNotCancelled, whyUnsent } from '../state/words.js';
import { restored, worthKeeping } from '../keep/openruns.js';
import { freshUuid } from '../fresh.js';
import { Outcomes } from './outcomes.js';
import { Pages } from './pages.js';
import { Streams } from './streams.js';

const TRIES = 3;

export class Chat {
  #closed = false;
  #streams = new Streams(this);
  #pages;
  #outcomes;

  /**
   * @param session {api, me}, open
   * @param belongings what the browser keeps for that key
   * @param named {id, bot}
   * @param on {changed(), stands(turn)}; the latter where a turn came to stand otherwise
   */
  constructor({ api, me }, belongings, { id, bot }, on) {
    this.api = api;
    this.belongings = belongings;
    this.on = on;
    this.#pages = new Pages(this, me.workspace_id);
    this.#outcomes = new Outcomes(this);
    this.conversation = of.resumed(of.emptyConversation(id, bot), restored(belongings.runs({ id, bot }), Date.now()));
    this.load();
  }

  get closed() {
    return this.#closed;
  }

  close() {
    this.#closed = true;
    this.#streams.stop();
  }

  change(step) {
    if (!this.#closed) {
      this.conversation = step(this.conversation);
      this.#streams.keepUp();
      this.belongings.keepRuns(this.conversation, worthKeeping(this.conversation, Date.now()));
      this.on.changed();
    }
  }

  /** The same, and tells how that turn stands now. */
  settle(eventId, step) {
    this.change(step);
    const turn = this.#closed ? null : of.turnOf(this.conversation, eventId);
    if (turn) {
      this.on.stands(turn);
    }
  }

  say(text, actor) {
    const { id, bot } = this.conversation;
    const eventId = freshUuid();
    const body = { bot_id: bot, conversation_id: id, event_id: eventId, text, actor };
    this.change((now) => of.saidHere(now, { eventId, text, body }, Date.now()));
    this.#handIn(eventId, body);
  }

  /** The same event again: if the host had it after all, it is not run twice. */
  sayAgain(eventId) {
    const turn = of.turnOf(this.conversation, eventId);
    if (turn?.run?.phase === 'unsent') {
      this.change((now) => of.again(now, eventId));
      this.#handIn(eventId, turn.run.body);
    }
  }

  takeBack(eventId) {
    this.change((now) => of.withoutTurn(now, eventId));
  }

  async #handIn(eventId, body) {
    for (let tries = 1; !this.#closed; tries++) {
      try {
        const answer = await this.api.say(body);
        const taken = { eventId: answer.event_id, runId: answer.run_id, stream: answer.stream };
        this.settle(taken.eventId, (now) => of.taken(now, eventId, taken));
        return;
      } catch ({ status, message }) {
        if (tries >= TRIES || (status !== 0 && status < 500)) {
          this.settle(eventId, (now) => of.refused(now, eventId, whyUnsent(status, message), maySendAgain(status)));
          return;
        }
      }
      await paused(tries);
    }
  }

  /** That one, or without an id the oldest that can be. */
  async cancel(eventId) {
    const turn = eventId ? of.turnOf(this.conversation, eventId) : of.toCancel(this.conversation);
    if (!turn?.run?.runId) {
      return;
    }
    this.change((now) => of.cancelAsked(now, turn.eventId));
    try {
      await this.api.cancel(turn.run.runId);
    } catch ({ status, message }) {
      this.change((now) => of.cancelRefused(now, turn.eventId, whyNotCancelled(status, message)));
    }
  }

  /** Reads what is new: all of it, where more was said than a page holds. */
  async load() {
    await this.#pages.latest();
    this.#outcomes.lookUp();
  }

  /** The page before the oldest that is shown. */
  async older() {
    if (mayAskOlder(this.conversation)) {
      await this.#pages.older();
      this.#outcomes.lookUp();
    }
  }

  /** The host can be reached again. */
  reached() {
    const { latest, older } = this.conversation.history;
    if (latest.why) {
      this.load();
    }
    if (older.why) {
      this.older();
    }
  }

  get waits() {
    return this.conversation.turns.some((turn) => turn.run && isOpen(turn.run));
  }
}
