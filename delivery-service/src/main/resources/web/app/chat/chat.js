// One open conversation: its requests, streams and state. State is replaced, never changed in place. After close() nothing changes it.
import * as of from '../state/conversation.js';
import { paused } from '../state/backoff.js';
import { mayAskOlder } from '../state/history.js';
import { confirmed, isPending, pendingTurns } from '../state/pending.js';
import { responded, responseTo, textOf } from '../state/question.js';
import { isOpen } from '../state/run.js';
import { whyNotCancelled, whyNotAccepted } from '../state/texts.js';
import { ofOthers, restored, runsToStore } from '../storage/openruns.js';
import { newUuid } from '../ids.js';
import { Graphs } from './graphs.js';
import { MessageSubmission } from './submission.js';
import { Outcomes } from './outcomes.js';
import { Pages } from './pages.js';
import { Streams } from './streams.js';

export class Chat {
  #closed = false;
  #checking = false;
  #sendingPending = false;
  #session;
  /** Keys of the turns that this page stores; other stored turns of the conversation belong to other tabs. */
  #own;
  #streams = new Streams(this);
  #pages;
  #outcomes;
  #graphs = new Graphs(this);
  #submission;
  #pictureCache;

  /**
   * @param session open: {api, me, away}
   * @param keyStorage storage of the browser for that key
   * @param named {id, bot}
   * @param on {changed(), stands(turn)}; `stands` is called when the status of a turn has changed, or a question was asked
   * @param pictureCache bytes of photos
   */
  constructor(session, keyStorage, { id, bot }, on, pictureCache) {
    const { api, me } = session;
    this.#session = session;
    this.api = api;
    this.keyStorage = keyStorage;
    this.on = on;
    this.#pages = new Pages(this, me.workspace_id);
    this.#outcomes = new Outcomes(this);
    this.#submission = new MessageSubmission(this, pictureCache);
    this.#pictureCache = pictureCache;
    const stored = keyStorage.runs({ id, bot });
    this.#own = new Set(stored.map(({ key }) => key));
    const left = restored(stored, Date.now(), (photo) => pictureCache.file(photo) !== null);
    this.conversation = of.resumed(of.emptyConversation(id, bot), left);
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
      this.#streams.followOpenRuns();
      const others = ofOthers(this.keyStorage.runs(this.conversation), this.#own);
      this.keyStorage.storeRuns(this.conversation, [...runsToStore(this.conversation, Date.now()), ...others]);
      this.on.changed();
    }
  }

  /** Changes the state, and reports the status of that turn. */
  settle(eventId, step) {
    this.change(step);
    const turn = this.#closed ? null : of.turnOf(this.conversation, eventId);
    if (turn) {
      this.on.stands(turn);
    }
  }

  /** @param photos attachments; a message with attachments needs no text */
  say(text, actor, photos = []) {
    const { id, bot } = this.conversation;
    const eventId = newUuid();
    const body = { bot_id: bot, conversation_id: id, event_id: eventId, source: 'webui', ...(text ? { text } : {}), actor };
    this.#own.add(eventId);
    this.change((now) => of.messageWritten(now, { eventId, text, body, attached: photos }, Date.now()));
    this.#submitMessage(eventId);
  }

  /** Sends the message again if an available host, or a proxy in its place, did not accept it; {@link reached} does so after an outage. */
  async #submitMessage(eventId) {
    await this.#submission.submitMessage(eventId);
    if (this.#isPending(eventId) && !this.#session.away) {
      await paused(1);
      this.sendPending();
    }
  }

  #isPending(eventId) {
    const run = this.#closed ? null : of.turnOf(this.conversation, eventId)?.run;
    return Boolean(run && isPending(run, Date.now()));
  }

  /** Sends the same event again; the host runs an event once. */
  sayAgain(eventId) {
    if (of.turnOf(this.conversation, eventId)?.run?.phase === 'unsent') {
      this.change((now) => of.again(now, eventId));
      this.#submitMessage(eventId);
    }
  }

  /**
   * Sends the messages that were written while the host was unavailable, one after another. A message that is not accepted delays the
   * later ones, and is sent again until it is too old.
   *
   * @param once true to stop at the first message that is not accepted
   */
  async sendPending(once = false) {
    if (this.#sendingPending) {
      return;
    }
    this.#sendingPending = true;
    try {
      await this.#sendAllPending(once);
    } finally {
      this.#sendingPending = false;
    }
  }

  async #sendAllPending(once) {
    let tries = 1;
    for (let first = this.#firstPending(); first; first = this.#firstPending()) {
      this.change((now) => of.again(now, first.eventId));
      await this.#submission.submitMessage(first.eventId);
      if (!this.#isPending(first.eventId)) {
        tries = 1;
      } else if (once || this.#session.away) {
        return;
      } else {
        await paused(tries);
        tries += 1;
      }
    }
  }

  #firstPending() {
    return this.#closed ? null : pendingTurns(this.conversation, Date.now())[0];
  }

  /** Sends a message that is so old that the person was asked to confirm it. */
  confirm(eventId) {
    this.change((now) => confirmed(now, eventId, Date.now()));
    this.sayAgain(eventId);
  }

  /** Discards a message that the host has not accepted, also while its photos are uploaded. */
  discardMessage(eventId) {
    of.turnOf(this.conversation, eventId)?.attached?.forEach((photo) => this.#pictureCache.release(photo));
    this.change((now) => of.withoutTurn(now, eventId));
  }

  /** Cancels the run of that turn; without an id, the oldest run that can be cancelled. */
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

  /** Cancels a graph that waits. */
  stopGraph(graph) {
    return this.#graphs.stop(graph);
  }

  /** Responds to a question. If the host is unavailable, the question stays open; a late response closes it. */
  async respond(eventId, question, actionId, entries, actorId) {
    const stands = (change) => this.change((now) => of.questionChanged(now, eventId, question.id, change));
    const body = responseTo(question, actionId, entries, actorId);
    stands({ state: 'sending', why: null });
    try {
      const answer = await this.api.respond(of.turnOf(this.conversation, eventId).run.runId, question.id, body);
      stands(responded(question, body));
      const turn = { eventId: answer.event_id, runId: answer.run_id, text: textOf(question, body) };
      this.change((now) => of.responded(now, turn, Date.now()));
    } catch ({ status, message }) {
      const isClosed = status === 409 || status === 410;
      stands({ state: isClosed ? 'closed' : 'open', why: whyNotAccepted(status, message) });
      if (isClosed) {
        this.readQuestions();
      }
    }
  }

  /** Reads the open questions again: a stream that is read once more has questions that a person has answered since. */
  readQuestions() {
    this.#graphs.readQuestions();
  }

  /** Reads new entries of the transcript, in several pages if necessary. */
  async load() {
    await this.#pages.latest();
    this.graphs = this.#graphs.read();
    this.#outcomes.lookUp();
    this.readQuestions();
  }

  /** Checks for entries of other tabs and devices: one small request if there are none. */
  async checkForUpdates() {
    if (this.#closed || this.#checking) {
      return;
    }
    this.#checking = true;
    if (await this.#pages.hasNewEntries()) {
      await this.load();
    } else {
      await this.#graphs.refresh();
    }
    this.#checking = false;
  }

  /** Reads the page before the oldest entry that is shown. */
  async older() {
    if (mayAskOlder(this.conversation)) {
      await this.#pages.older();
      this.#outcomes.lookUp();
      this.#graphs.findQuestions();
    }
  }

  /** Continues after an outage of the host. */
  reached() {
    const { latest, older } = this.conversation.history;
    if (latest.why) {
      this.load();
    }
    if (older.why) {
      this.older();
    }
    this.sendPending();
  }

  get waits() {
    return this.conversation.turns.some((turn) => turn.run && isOpen(turn.run));
  }
}
