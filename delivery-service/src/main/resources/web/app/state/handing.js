// The photos of a message that is being handed in. The event is said once the host has all of them.
import { onTurn, turnOf } from './conversation.js';
import { saidOf } from './pictures.js';

/** Photos that the host has not got yet, in their order. */
export function toHandIn(conversation, eventId) {
  return (turnOf(conversation, eventId)?.attached ?? []).filter(({ artifactId }) => !artifactId);
}

/** So many bytes of it are there. */
export function photoReached(conversation, eventId, key, sent) {
  return onPhoto(conversation, eventId, key, (photo) => ({ ...photo, sent }));
}

/** All of it is, under that id. */
export function photoThere(conversation, eventId, key, artifactId) {
  return onPhoto(conversation, eventId, key, (photo) => ({ ...photo, artifactId, sent: photo.size }));
}

/** What is said: the same whenever it is said again, for ids that were given stay. */
export function bodyOf({ run: { body }, attached = [] }) {
  return attached.length ? { ...body, attachments: attached.map(saidOf) } : body;
}

function onPhoto(conversation, eventId, key, step) {
  return onTurn(conversation, eventId, (turn) => ({
    ...turn,
    attached: turn.attached.map((photo) => (photo.key === key ? step(photo) : photo)),
  }));
}
