// The photos of a message that is being sent. The event is sent once all of them are uploaded.
import { onTurn, turnOf } from './conversation.js';
import { attachmentOf } from './pictures.js';

/** Photos that are not uploaded yet, in their order. */
export function toSubmit(conversation, eventId) {
  return (turnOf(conversation, eventId)?.attached ?? []).filter(({ artifactId }) => !artifactId);
}

/** Sets the number of uploaded bytes of a photo. */
export function photoProgress(conversation, eventId, key, sent) {
  return onPhoto(conversation, eventId, key, (photo) => ({ ...photo, sent }));
}

/** Sets the artifact of an uploaded photo. */
export function photoUploaded(conversation, eventId, key, artifactId) {
  return onPhoto(conversation, eventId, key, (photo) => ({ ...photo, artifactId, sent: photo.size }));
}

/** The body of the event; equal in each repetition, because ids of uploaded photos do not change. */
export function bodyOf({ run: { body }, attached = [] }) {
  return attached.length ? { ...body, attachments: attached.map(attachmentOf) } : body;
}

function onPhoto(conversation, eventId, key, step) {
  return onTurn(conversation, eventId, (turn) => ({
    ...turn,
    attached: turn.attached.map((photo) => (photo.key === key ? step(photo) : photo)),
  }));
}
