// Uploads by tus 1.0.0, and downloads of artifacts.
import { paused } from '../state/backoff.js';
import { LARGEST_SHOWN } from '../state/pictures.js';
import { Refusal } from './api.js';

/** Bytes of a piece; context-store stores whole pieces. */
const PIECE = 256 * 1024;
/** Timeout of one piece in milliseconds; about 9 KiB a second. */
const TIMEOUT = 30000;
/** Timeout of a whole file in milliseconds. */
const DOWNLOAD_PATIENCE = 10 * 60 * 1000;
const TRIES = 4;
const TUS = { 'Tus-Resumable': '1.0.0' };

/**
 * Uploads a file.
 *
 * @param about metadata by name: `bot_id`, `conversation_id`, `filename`, `filetype`, …
 * @param on {reached(bytes), wanted()}; the upload stops if `wanted` returns false
 * @returns the id of the artifact, or null if the upload stopped
 */
export async function uploaded(api, file, about, on) {
  const begun = await insisting(() => begin(api, file.size, about), on);
  if (!begun) {
    return null;
  }
  const { upload_id: upload, artifact_id: artifactId } = begun;
  let offset = 0;
  let misses = 0;
  while (offset < file.size && on.wanted()) {
    try {
      offset = await append(api, upload, offset, file.slice(offset, offset + PIECE));
      misses = 0;
      on.reached(offset);
    } catch (refusal) {
      misses += 1;
      if (misses >= TRIES || !(mayPass(refusal) || refusal.status === 409)) {
        giveUp(api, upload);
        throw refusal;
      }
      await paused(misses);
      offset = await reached(api, upload).catch(() => offset);
    }
  }
  if (offset < file.size) {
    giveUp(api, upload);
    return null;
  }
  return artifactId;
}

async function insisting(ask, { wanted }) {
  for (let misses = 1; wanted(); misses++) {
    try {
      return await ask();
    } catch (refusal) {
      if (misses >= TRIES || !mayPass(refusal)) {
        throw refusal;
      }
      await paused(misses);
    }
  }
  return null;
}

function mayPass({ status }) {
  return status === 0 || status >= 500;
}

async function begin(api, size, about) {
  const metadata = Object.entries(about).map(([name, value]) => `${name} ${base64(value)}`).join(',');
  const headers = { ...TUS, 'Upload-Length': String(size), 'Upload-Metadata': metadata };
  const { content } = await api.send('POST', '/api/v1/uploads', { headers });
  if (!content?.upload_id || !content.artifact_id) {
    throw new Refusal(0, {}); // What answered is not the host.
  }
  return content;
}

async function append(api, upload, offset, piece) {
  const headers = { ...TUS, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
  return offsetOf(await api.send('PATCH', of(upload), { headers, body: piece, patience: TIMEOUT }));
}

async function reached(api, upload) {
  return offsetOf(await api.send('HEAD', of(upload), { headers: TUS }));
}

/** Deletes the upload without waiting for the response; an upload that is not deleted expires. */
function giveUp(api, upload) {
  api.send('DELETE', of(upload), { headers: TUS }).catch(() => {});
}

function of(upload) {
  return `/api/v1/uploads/${encodeURIComponent(upload)}`;
}

function offsetOf({ headers }) {
  const offset = headers.get('Upload-Offset');
  if (!/^\d+$/.test(offset ?? '')) {
    throw new Refusal(0, {});
  }
  return Number(offset);
}

/** Encodes UTF-8; half a surrogate pair of a truncated name is replaced. */
function base64(text) {
  return btoa(encodeURIComponent(text.toWellFormed()).replace(/%(..)/g, (whole, hex) => String.fromCharCode(parseInt(hex, 16))));
}

/** Downloads the bytes of an artifact. */
export async function content(api, { artifactId }) {
  const path = `/api/v1/artifacts/${encodeURIComponent(artifactId)}/content`;
  return (await api.send('GET', path, { patience: DOWNLOAD_PATIENCE, reading: (response) => response.blob() })).content;
}

/**
 * Downloads a picture, and checks its type and digest.
 *
 * @param reference {artifactId, sha256}
 * @param kinds types that are pictures
 * @returns a blob, or null if it is no picture, too large, or another artifact under the same id
 */
export async function picture(api, { artifactId, sha256 }, kinds) {
  const headers = { Range: `bytes=0-${LARGEST_SHOWN - 1}` };
  const path = `/api/v1/artifacts/${encodeURIComponent(artifactId)}/content`;
  const { content, headers: responseHeaders } = await api.send('GET', path, { headers, patience: TIMEOUT, reading: (response) => response.blob() });
  const type = (responseHeaders.get('Content-Type') ?? '').split(';')[0].trim().toLowerCase();
  const whole = /^bytes 0-(\d+)\/(\d+)$/.exec(responseHeaders.get('Content-Range') ?? '');
  const isWhole = whole !== null && Number(whole[1]) + 1 === Number(whole[2]);
  const isSame = sha256 === null || responseHeaders.get('ETag') === `"${sha256}"`;
  return isWhole && isSame && kinds.includes(type) ? content.slice(0, content.size, type) : null;
}
