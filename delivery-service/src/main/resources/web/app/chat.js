// The open conversation and all that is done for it: what is said, followed, cancelled, loaded. State is only ever replaced.
import * as of from './state/conversation.js';
import { isOpen, lookedUp, positionId } from './state/run.js';
import { pause } from './state/backoff.js';
import { maySendAgain, whyUnsent } from './state/words.js';
import { follow } from './net/follow.js';
import { kept } from './keep/kept.js';
import { restored, worthKeeping } from './keep/openruns.js';
import { freshUuid } from './fresh.js';

const PAGE = 20;
/** A browser opens six connections to a host, over all tabs; a stream holds one. */
const STREAMS = 2;
const TRIES = 3;
const LOOK_AGAIN = 2000;
/** How often an event that the host does not know is asked for. */
const LOOKS = 5;

export class Chat {
  /** @param on {changed(), ended(turn)} */
  constructor(api, workspace, on) {
    this.api = api;
    this.workspace = workspace;
    this.on = on;
    this.conversation = null;
    this.followed = new Map();
    this.looking = new Set();
  }

  open(id, bot) {
    this.close();
    this.conversation = of.resumed(of.emptyConversation(id, bot), restored(kept.runs(id), Date.now()));
    this.load();
  }

  close() {
    this.followed.forEach((stop) => stop());
    this.followed.clear();
    this.looking.clear();
    this.conversation = null;
  }

  say(text, actor) {
    const { id, bot } = this.conversation;
    const eventId = freshUuid();
    const body = { bot_id: bot, conversation_id: id, event_id: eventId, text, actor };
    this.#change((now) => of.saidHere(now, { eventId, text, body }, Date.now()));
    this.#handIn(id, eventId);
  }

  /** The same event again: if the host had it after all, it is not run twice. */
  sayAgain(eventId) {
    this.#change((now) => of.again(now, eventId));
    this.#handIn(this.conversation.id, eventId);
  }

  takeBack(eventId) {
    this.#change((now) => of.withoutTurn(now, eventId));
  }

  async #handIn(id, eventId) {
    for (let tries = 1; ; tries++) {
      const turn = this.#here(id) && of.turnOf(this.conversation, eventId);
      if (turn?.run?.phase !== 'sending') {
        return;
      }
      try {
        const answer = await this.api.say(turn.run.body);
        this.#changeIn(id, (now) => of.taken(now, eventId, { eventId: answer.event_id, runId: answer.run_id, stream: answer.stream }));
        return;
      } catch (refusal) {
        const status = refusal.status ?? 0;
        if (tries >= TRIES || (status !== 0 && status < 500)) {
          this.#changeIn(id, (now) => of.refused(now, eventId, whyUnsent(status, refusal.message), maySendAgain(status)));
          return;
        }
        await new Promise((resume) => setTimeout(resume, pause(tries, Math.random())));
      }
    }
  }

  async cancel(eventId) {
    const { id } = this.conversation;
    const turn = eventId ? of.turnOf(this.conversation, eventId) : of.toCancel(this.conversation);
    if (!turn?.run?.runId) {
      return;
    }
    this.#change((now) => of.cancelAsked(now, turn.eventId, true));
    try {
      await this.api.cancel(turn.run.runId);
    } catch {
      this.#changeIn(id, (now) => of.cancelAsked(now, turn.eventId, false));
    }
  }

  /** The newest page, or again what could not be loaded. */
  load() {
    return this.#page(null);
  }

  /** The page before the oldest that is shown. */
  older() {
    if (this.conversation?.history === 'more') {
      this.#page(this.conversation.cursor);
    }
  }

  async #page(cursor) {
    const { id, bot } = this.conversation;
    this.#change(of.historyLoading);
    try {
      const page = await this.api.transcript(this.workspace, { id, bot }, cursor, PAGE);
      this.#changeIn(id, (now) => of.pageLoaded(now, page, { older: cursor !== null }));
      this.#lookUp(id);
    } catch (refusal) {
      this.#changeIn(id, (now) => of.historyFailed(now, refusal.status === 404 ? 'It is not yours to see.' : 'The host could not be asked.'));
    }
  }

  #change(step) {
    this.conversation = step(this.conversation);
    this.#keepUp();
    kept.keepRuns(this.conversation.id, worthKeeping(this.conversation, Date.now()));
    this.on.changed();
  }

  /** What comes late for a conversation that is not open any more is found again when it is opened. */
  #changeIn(id, step) {
    if (this.#here(id)) {
      this.#change(step);
    }
  }

  #here(id) {
    return this.conversation?.id === id;
  }

  #keepUp() {
    for (const [eventId, stop] of this.followed) {
      const run = of.turnOf(this.conversation, eventId)?.run;
      if (!run || !isOpen(run)) {
        stop();
        this.followed.delete(eventId);
      }
    }
    for (const turn of of.toFollow(this.conversation).slice(0, STREAMS)) {
      if (!this.followed.has(turn.eventId)) {
        this.#follow(turn);
      }
    }
  }

  #follow({ eventId, run }) {
    const { id } = this.conversation;
    const stop = follow(run.stream, positionId(run), {
      frame: (result) => {
        this.#changeIn(id, (now) => of.frame(now, eventId, result, Date.now()));
        const turn = this.#here(id) && of.turnOf(this.conversation, eventId);
        if (turn && !isOpen(turn.run)) {
          this.on.ended(turn);
        }
      },
      live: () => this.#changeIn(id, (now) => of.link(now, eventId, 'live')),
      reconnecting: () => this.#changeIn(id, (now) => of.link(now, eventId, 'reconnecting')),
      over: () => {
        this.#changeIn(id, (now) => of.streamGone(now, eventId));
        if (this.#here(id)) {
          this.load();
        }
      },
    });
    this.followed.set(eventId, stop);
  }

  #lookUp(id) {
    if (this.#here(id)) {
      of.toLookUp(this.conversation).filter((turn) => !this.looking.has(turn.eventId)).forEach((turn) => {
        this.looking.add(turn.eventId);
        this.#look(id, turn.eventId, turn.run?.runId ?? null, LOOKS);
      });
    }
  }

  /** What became of a run that was asked for elsewhere; while it is open, again and again. */
  async #look(id, eventId, runId, looks, wasOpen = false) {
    let known = runId;
    let run = null;
    try {
      known ??= (await this.api.resolution(eventId)).run_id;
      run = lookedUp(await this.api.run(known));
      this.#changeIn(id, (now) => of.runFound(now, eventId, run));
    } catch {
      // Not known yet, or the host is away.
    }
    if (!this.#here(id)) {
      return;
    }
    const open = run !== null && isOpen(run);
    if (open || (!run && looks > 1)) {
      setTimeout(() => this.#look(id, eventId, known, open ? LOOKS : looks - 1, open), LOOK_AGAIN);
      return;
    }
    this.looking.delete(eventId);
    if (wasOpen) {
      setTimeout(() => this.#here(id) && this.load(), LOOK_AGAIN); // The transcript may lag a little behind the run.
    }
  }
}
