// Pictures of a conversation: photos that a person sent, and what an agent made. Bytes are kept by the host; here is what is known of them.
import { t } from './language.js';
import { KINDS } from './photos.js';

/** Larger ones are named and not shown. */
export const LARGEST_SHOWN = 10 * 1024 * 1024;

/** A reference as events, streams and transcripts have it; all of it is what somebody said. */
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

/** What a message says of a photo that the host has. */
export function attachmentOf({ artifactId, type, name, size, kind }) {
  return { artifact_id: artifactId, artifact_type: kind ?? 'image', mime_type: type, name, size };
}

/** One id may be given to several things by runs: the digest tells them apart. Before the host has it, a photo has a key of this browser. */
export function pictureId({ artifactId, sha256, key }) {
  return artifactId ? `${artifactId} ${sha256 ?? ''}` : `here ${key}`;
}

/** Whether it is shown; what is none of these is named. */
export function isPicture({ artifactId, key, type, size }) {
  return Boolean(artifactId ?? key) && KINDS.includes(type) && (size === null || size <= LARGEST_SHOWN);
}

export function titleOfPicture({ name }) {
  return name ?? t('Picture');
}

function text(value) {
  return typeof value === 'string' && value ? value : null;
}
