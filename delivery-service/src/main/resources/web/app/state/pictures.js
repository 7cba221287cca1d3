// References to pictures of a conversation: photos of a person and artifacts of an agent.
import { t } from './language.js';
import { KINDS } from './photos.js';

/** Most bytes of a picture that is shown; larger ones are named only. */
export const LARGEST_SHOWN = 10 * 1024 * 1024;

/** Reads a reference of an event, a stream or a transcript; its fields are not verified. */
export function referenceOf({ artifact_id: artifactId, artifact_type: kind, mime_type: type, name, size_bytes: bytes, size, sha256 }) {
  return {
    artifactId: text(artifactId),
    kind: text(kind),
    type: text(type)?.toLowerCase() ?? null,
    name: text(name),
    size: Number.isFinite(bytes ?? size) ? bytes ?? size : null,
    sha256: text(sha256),
  };
}

/** The attachment of a message for an uploaded photo. */
export function attachmentOf({ artifactId, type, name, size, kind }) {
  return { artifact_id: artifactId, artifact_type: kind ?? 'image', mime_type: type, name, size };
}

/** The id of a picture: runs may use one artifact id several times, so the digest is a part of it. A photo that is not uploaded has a key of this browser. */
export function pictureId({ artifactId, sha256, key }) {
  return artifactId ? `${artifactId} ${sha256 ?? ''}` : `here ${key}`;
}

/** Returns true if the picture is shown, not only named. */
export function isPicture({ artifactId, key, type, size }) {
  return Boolean(artifactId ?? key) && KINDS.includes(type) && (size === null || size <= LARGEST_SHOWN);
}

export function titleOfPicture({ name }) {
  return name ?? t('Picture');
}

function text(value) {
  return typeof value === 'string' && value ? value : null;
}
