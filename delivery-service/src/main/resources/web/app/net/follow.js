// Follows the stream of one run until it ends, over any number of connections.
import { KeyedStream } from './keyedstream.js';
import { pause } from '../state/backoff.js';
import { ENDS } from '../state/run.js';

const TYPES = [
  'run.started', 'message.delta', 'message.completed', 'tool.call.started', 'tool.call.completed', 'artifact.created',
  'state.updated', 'action.requested', ...ENDS,
];

/** Timeout of a probe in milliseconds; a stream opens at once. */
const PROBE_TIMEOUT = 5000;

/**
 * @param address of the stream, with its token
 * @param after position of the last frame that was seen, or null
 * @param to {frame({id, type, data, timestamp}), live(), reconnecting(), over(status)}; `over` has 204 if the stream had ended before, else
 *     the status that makes a further attempt pointless
 * @param key the key of the stream, or null if the address has a token
 * @returns a function that stops following
 */
export function follow(address, after, to, key = null) {
  let last = after;
  let tries = 0;
  let stopped = false;
  let source = null;
  let timer = null;

  function open() {
    source = key ? new KeyedStream(resumedAt(address, last), key) : new EventSource(resumedAt(address, last));
    source.onopen = to.live;
    source.onerror = lost;
    for (const type of TYPES) {
      source.addEventListener(type, heard);
    }
  }

  function heard(event) {
    tries = 0; // Only now: a stream may open and end at once, again and again.
    last = event.lastEventId;
    let result;
    try {
      result = JSON.parse(event.data);
    } catch {
      return; // Not ours; its place in the order is kept.
    }
    to.frame({ id: event.lastEventId, type: event.type, data: result.data, timestamp: result.timestamp });
    if (ENDS.has(event.type)) {
      stop();
    }
  }

  /** Retries here, because the browser's own retry neither backs off nor continues after an error status. */
  async function lost() {
    source.close();
    if (stopped) {
      return;
    }
    to.reconnecting();
    const status = await probe(resumedAt(address, last), key);
    if (stopped) {
      return;
    }
    if (status === 204 || (status >= 400 && status < 500 && status !== 429)) {
      stop();
      to.over(status);
      return;
    }
    tries += 1;
    timer = setTimeout(open, status === 200 && tries === 1 ? 0 : pause(tries, Math.random()));
  }

  function retryNow() {
    if (timer !== null && !stopped) {
      clearTimeout(timer);
      timer = setTimeout(open, 0);
    }
  }

  function stop() {
    stopped = true;
    clearTimeout(timer);
    source?.close();
    removeEventListener('online', retryNow);
  }

  addEventListener('online', retryNow);
  open();
  return stop;
}

function resumedAt(address, last) {
  return last ? `${address}${address.includes('?') ? '&' : '?'}last_event_id=${encodeURIComponent(last)}` : address;
}

/** Reads the status of a refused stream, which an EventSource does not provide. */
async function probe(address, key) {
  const cut = new AbortController();
  const timer = setTimeout(() => cut.abort(), PROBE_TIMEOUT);
  try {
    const response = await fetch(address, { headers: { Accept: 'text/event-stream', ...(key ? { Authorization: `Bearer ${key}` } : {}) }, signal: cut.signal, cache: 'no-store' });
    return response.status;
  } catch {
    return 0;
  } finally {
    clearTimeout(timer);
    cut.abort();
  }
}
