// The requests of the page to the REST API.

const TIMEOUT = 15000;

/** A refusal or a failure; `status` is 0 if there was no answer. */
export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || `status ${status}`);
    this.status = status;
  }
}

/** Returns true if the host was unavailable: nothing answered, or something answered in its place. The same request may succeed later. */
export function isUnavailable(status) {
  return status === 0 || status === 502 || status === 503 || status === 504;
}

export class Api {
  /** @param onStatus called with the status of each response; 0 if there was none, or none of the host */
  constructor(key, onStatus) {
    this.key = key;
    this.onStatus = onStatus;
  }

  /** The owner of the key: `{workspace_id, key_id, key_name, role}`. */
  caller() {
    return this.#request('GET', '/api/v1/caller');
  }

  say(body) {
    return this.#request('POST', '/api/v1/events', body);
  }

  cancel(runId) {
    return this.#request('POST', `/api/v1/runs/${encodeURIComponent(runId)}/cancel`, { reason: 'cancelled on the chat page' });
  }

  /** The questions of a run, also those that have a response. */
  questions(runId) {
    return this.#request('GET', `/api/v1/runs/${encodeURIComponent(runId)}/interactions`);
  }

  /** The latest 100 runs of a conversation that ended to wait: for a person, a timer or another run. Some wait no longer. */
  waits({ id, bot }) {
    return this.#request('GET', `/api/v1/runs?${new URLSearchParams({ bot_id: bot, conversation_id: id, code: 'waiting', limit: '100' })}`);
  }

  /** The latest views of the graphs of actions of a conversation. */
  graphs({ id, bot }) {
    return this.#request('GET', `/api/v1/projections?${new URLSearchParams({ bot_id: bot, conversation_id: id })}`);
  }

  /** Responds to a question of a run; the first response counts. */
  respond(runId, interactionId, body) {
    return this.#request('POST', `/api/v1/runs/${encodeURIComponent(runId)}/interactions/${encodeURIComponent(interactionId)}`, body);
  }

  /** The address of the stream of a run, which needs the key. */
  stream(runId) {
    return `/api/v1/runs/${encodeURIComponent(runId)}/stream`;
  }

  run(runId) {
    return this.#request('GET', `/api/v1/runs/${encodeURIComponent(runId)}`);
  }

  /** The resolution names the run of an event. */
  resolution(eventId) {
    return this.#request('GET', `/api/v1/resolutions/${encodeURIComponent(eventId)}`);
  }

  /** The first 100 bindings. */
  bindings() {
    return this.#request('GET', '/api/v1/bindings?limit=100');
  }

  transcript(workspace, { id, bot }, cursor, limit) {
    const path = ['workspaces', workspace, 'bots', bot, 'conversations', id, 'transcript'].map(encodeURIComponent).join('/');
    const query = new URLSearchParams({ limit: String(limit), ...(cursor ? { cursor } : {}) });
    return this.#request('GET', `/api/v1/${path}?${query}`);
  }

  /** Sends a request with a JSON body, and reads the JSON response. */
  async #request(method, path, body) {
    const headers = body ? { 'Content-Type': 'application/json' } : {};
    const request = { headers, body: body ? JSON.stringify(body) : undefined, answers: true };
    return (await this.send(method, path, request)).content;
  }

  /**
   * Sends a request with this key.
   *
   * @param request {headers, body, patience, reading, answers}: `patience` is the timeout in milliseconds, `reading` reads the body of a successful response, `answers` is true if a body is required
   * @returns {Promise<{content: *, headers: Headers}>}; `content` is null if there was no body
   */
  async send(method, path, { headers = {}, body, patience = TIMEOUT, reading = json, answers = false }) {
    const answer = await answered(path, {
      method,
      headers: { Authorization: `Bearer ${this.key}`, ...headers },
      body,
      signal: AbortSignal.timeout(patience),
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    }, reading);
    const status = answers && isGood(answer.status) && answer.content === null ? 0 : answer.status;
    this.onStatus(status);
    if (!isGood(status)) {
      throw new Refusal(status, answer.content ?? {});
    }
    return answer;
  }
}

function isGood(status) {
  return status >= 200 && status <= 299;
}

function json(response) {
  return response.json().catch(() => null);
}

/** The status is 0 as well if the response was cut off, or came from something else than the host. */
async function answered(path, request, reading) {
  try {
    const response = await fetch(path, request);
    const content = await (response.ok ? reading : json)(response);
    return { status: response.status, content, headers: response.headers };
  } catch {
    return { status: 0, content: null, headers: null };
  }
}
