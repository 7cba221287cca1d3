// The photos of a message that is being handed in. The event is said once the host has all of them.
import { onTurn, turnOf } from './conversation.js';
import { attachmentOf } from './pictures.js';

/** Photos that the host has not got yet, in their order. */
export function toSubmit(conversation, eventId) {
  return (turnOf(conversation, eventId)?.attached ?? []).filter(({ artifactId }) => !artifactId);
}

/** So many bytes of it are there. */
export function photoProgress(conversation, eventId, key, sent) {
  return onPhoto(conversation, eventId, key, (photo) => ({ ...photo, sent }));
}

/** All of it is, under that id. */
export function photoUploaded(conversation, eventId, key, artifactId) {
  return onPhoto(conversation, eventId, key, (photo) => ({ ...photo, artifactId, sent: photo.size }));
}

/** What is said: the same whenever it is said again, for ids that were given stay. */
export function bodyOf({ run: { body }, attached = [] }) {
  return attached.length ? { ...body, attachments: attached.map(attachmentOf) } : body;
}

function onPhoto(conversation, eventId, key, step) {
  return onTurn(conversation, eventId, (turn) => ({
    ...turn,
    attached: turn.attached.map((photo) => (photo.key === key ? step(photo) : photo)),
  }));
}
