// One open conversation, and all that is done for it. State is only ever replaced. Once it is closed, nothing that still comes changes it.
import * as of from '../state/conversation.js';
import { paused } from '../state/backoff.js';
import { mayAskOlder } from '../state/history.js';
import { confirmed, isLater, toSendLater } from '../state/later.js';
import { responseTo, textOf } from '../state/question.js';
import { isOpen } from '../state/run.js';
import { whyNotCancelled, whyNotTaken } from '../state/words.js';
import { ofOthers, restored, worthKeeping } from '../keep/openruns.js';
import { freshUuid } from '../fresh.js';
import { Graphs } from './graphs.js';
import { HandingIn } from './handing.js';
import { Outcomes } from './outcomes.js';
import { Pages } from './pages.js';
import { Streams } from './streams.js';

export class Chat {
  #closed = false;
  #glancing = false;
  #sendingLater = false;
  #session;
  /** Keys of the turns that are kept for this page; what else the browser keeps of the conversation is another tab's. */
  #own;
  #streams = new Streams(this);
  #pages;
  #outcomes;
  #graphs = new Graphs(this);
  #handing;
  #album;

  /**
   * @param session {api, me, away}, open
   * @param belongings what the browser keeps for that key
   * @param named {id, bot}
   * @param on {changed(), stands(turn)}; the latter where a turn came to stand otherwise
   * @param album bytes of photos
   */
  constructor(session, belongings, { id, bot }, on, album) {
    const { api, me } = session;
    this.#session = session;
    this.api = api;
    this.belongings = belongings;
    this.on = on;
    this.#pages = new Pages(this, me.workspace_id);
    this.#outcomes = new Outcomes(this);
    this.#handing = new HandingIn(this, album);
    this.#album = album;
    const stored = belongings.runs({ id, bot });
    this.#own = new Set(stored.map(({ key }) => key));
    const left = restored(stored, Date.now(), (photo) => album.file(photo) !== null);
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
      this.#streams.keepUp();
      const others = ofOthers(this.belongings.runs(this.conversation), this.#own);
      this.belongings.keepRuns(this.conversation, [...worthKeeping(this.conversation, Date.now()), ...others]);
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

  /** @param photos of the tray; with them a message needs no text */
  say(text, actor, photos = []) {
    const { id, bot } = this.conversation;
    const eventId = freshUuid();
    const body = { bot_id: bot, conversation_id: id, event_id: eventId, source: 'webui', ...(text ? { text } : {}), actor };
    this.#own.add(eventId);
    this.change((now) => of.saidHere(now, { eventId, text, body, attached: photos }, Date.now()));
    this.#handIn(eventId);
  }

  /** A host that can be reached and does not take it, or what answers in its place, is asked again; after one that is away, {@link reached}. */
  async #handIn(eventId) {
    await this.#handing.handIn(eventId);
    if (this.#isLater(eventId) && !this.#session.away) {
      await paused(1);
      this.sendLater();
    }
  }

  #isLater(eventId) {
    const run = this.#closed ? null : of.turnOf(this.conversation, eventId)?.run;
    return Boolean(run && isLater(run, Date.now()));
  }

  /** The same event again: if the host had it after all, it is not run twice. */
  sayAgain(eventId) {
    if (of.turnOf(this.conversation, eventId)?.run?.phase === 'unsent') {
      this.change((now) => of.again(now, eventId));
      this.#handIn(eventId);
    }
  }

  /**
   * Sends, one after another, what was written a moment ago while the host could not be reached. What is not taken holds up what was
   * written after it, and is tried again until it is too old.
   *
   * @param once whether it ends where one is not taken
   */
  async sendLater(once = false) {
    if (this.#sendingLater) {
      return;
    }
    this.#sendingLater = true;
    try {
      await this.#sendAllLater(once);
    } finally {
      this.#sendingLater = false;
    }
  }

  async #sendAllLater(once) {
    let tries = 1;
    for (let first = this.#firstLater(); first; first = this.#firstLater()) {
      this.change((now) => of.again(now, first.eventId));
      await this.#handing.handIn(first.eventId);
      if (!this.#isLater(first.eventId)) {
        tries = 1;
      } else if (once || this.#session.away) {
        return;
      } else {
        await paused(tries);
        tries += 1;
      }
    }
  }

  #firstLater() {
    return this.#closed ? null : toSendLater(this.conversation, Date.now())[0];
  }

  /** The person wants a message that has waited for long to be sent after all. */
  confirm(eventId) {
    this.change((now) => confirmed(now, eventId, Date.now()));
    this.sayAgain(eventId);
  }

  /** Also while it is being handed in, as long as it is not said. */
  takeBack(eventId) {
    of.turnOf(this.conversation, eventId)?.attached?.forEach((photo) => this.#album.letGo(photo));
    this.change((now) => of.withoutTurn(now, eventId));
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

  /** Cancels a graph that waits, for good. */
  stopGraph(graph) {
    return this.#graphs.stop(graph);
  }

  /** Responds to a question. A response that could not be handed in leaves it open; one that came too late closes it. */
  async respond(eventId, question, actionId, entries, actorId) {
    const stands = (change) => this.change((now) => of.questionStands(now, eventId, question.id, change));
    const body = responseTo(question, actionId, entries, actorId);
    stands({ state: 'sending', why: null });
    try {
      const answer = await this.api.respond(of.turnOf(this.conversation, eventId).run.runId, question.id, body);
      stands({ state: 'sent' });
      const turn = { eventId: answer.event_id, runId: answer.run_id, text: textOf(question, body) };
      this.change((now) => of.responded(now, turn, Date.now()));
    } catch ({ status, message }) {
      stands({ state: status === 409 || status === 410 ? 'closed' : 'open', why: whyNotTaken(status, message) });
    }
  }

  /** Reads what is new: all of it, where more was said than a page holds. */
  async load() {
    await this.#pages.latest();
    this.graphs = this.#graphs.read();
    this.#outcomes.lookUp();
    this.#graphs.readQuestions();
  }

  /** Looks for what was said elsewhere; costs next to nothing where nothing was. */
  async glance() {
    if (this.#closed || this.#glancing) {
      return;
    }
    this.#glancing = true;
    if (await this.#pages.isBehind()) {
      await this.load();
    } else {
      await this.#graphs.refresh();
    }
    this.#glancing = false;
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
    this.sendLater();
  }

  get waits() {
    return this.conversation.turns.some((turn) => turn.run && isOpen(turn.run));
  }
}
