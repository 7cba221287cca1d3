// Submits a message: uploads its photos one after another, then sends the event. Stops if the conversation is closed or the message discarded.
import { isUnavailable } from '../net/api.js';
import { uploaded } from '../net/artifacts.js';
import { paused } from '../state/backoff.js';
import { refused, taken, turnOf } from '../state/conversation.js';
import { bodyOf, photoProgress, photoUploaded, toSubmit } from '../state/submission.js';
import { maySendAgain, whyMissing, whyNotUploaded, whyNotSent } from '../state/texts.js';

const TRIES = 3;

export class MessageSubmission {
  #chat;
  #pictureCache;

  constructor(chat, pictureCache) {
    this.#chat = chat;
    this.#pictureCache = pictureCache;
  }

  /** A message without photos is sent at once. */
  async submitMessage(eventId) {
    const photos = toSubmit(this.#chat.conversation, eventId);
    if (!photos.length || await this.#photos(eventId, photos)) {
      await this.#message(eventId);
    }
  }

  /** @returns true if the host has all of them */
  async #photos(eventId, photos) {
    for (const photo of photos) {
      const file = this.#pictureCache.file(photo);
      try {
        const artifactId = file && await this.#photo(eventId, photo, file);
        if (!artifactId) {
          this.#refused(eventId, file ? null : whyMissing(photo), false);
          return false;
        }
        this.#pictureCache.uploaded(photo, artifactId);
        this.#chat.change((now) => photoUploaded(now, eventId, photo.key, artifactId));
      } catch ({ status, message }) {
        this.#refused(eventId, `“${photo.name}”: ${whyNotUploaded(status, message)}`, maySendAgain(status), isUnavailable(status));
        return false;
      }
    }
    return this.#isWanted(eventId);
  }

  #photo(eventId, { key, name, type, kind }, file) {
    const chat = this.#chat;
    const { id, bot } = chat.conversation;
    const about = { bot_id: bot, conversation_id: id, artifact_type: kind ?? 'image', filename: name, filetype: type };
    return uploaded(chat.api, file, about, {
      wanted: () => this.#isWanted(eventId),
      reached: (bytes) => chat.change((now) => photoProgress(now, eventId, key, bytes)),
    });
  }

  async #message(eventId) {
    const chat = this.#chat;
    for (let tries = 1; this.#isWanted(eventId); tries++) {
      try {
        const answer = await chat.api.say(bodyOf(turnOf(chat.conversation, eventId)));
        const named = { eventId: answer.event_id, runId: answer.run_id, stream: answer.stream };
        chat.settle(named.eventId, (now) => taken(now, eventId, named));
        return;
      } catch ({ status, message }) {
        if (tries >= TRIES || (status !== 0 && status < 500)) {
          this.#refused(eventId, whyNotSent(status, message), maySendAgain(status), isUnavailable(status));
          return;
        }
      }
      await paused(tries);
    }
  }

  /** @param why null if the message was discarded */
  #refused(eventId, why, retryable, later = false) {
    if (why) {
      this.#chat.settle(eventId, (now) => refused(now, eventId, why, retryable, later));
    }
  }

  #isWanted(eventId) {
    return !this.#chat.closed && turnOf(this.#chat.conversation, eventId)?.run?.phase === 'sending';
  }
}
