// The host's REST, as far as the page needs it.

const TIMEOUT = 15000;

/** A refusal or a failure: `status` 0 where nobody answered. */
export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || `status ${status}`);
    this.status = status;
  }
}

export class Api {
  /** @param onStatus told after each request with which status it was answered, 0 where nobody did, or not the host */
  constructor(key, onStatus) {
    this.key = key;
    this.onStatus = onStatus;
  }

  /** Who asks: `{workspace_id, key_id, key_name, role}`. */
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

  /** The graphs of actions of a conversation, as they stand. */
  graphs({ id, bot }) {
    return this.#request('GET', `/api/v1/projections?${new URLSearchParams({ bot_id: bot, conversation_id: id })}`);
  }

  /** Responds to a request of a run; the first response counts. */
  respond(runId, interactionId, body) {
    return this.#request('POST', `/api/v1/runs/${encodeURIComponent(runId)}/interactions/${encodeURIComponent(interactionId)}`, body);
  }

  /** Where the results of a run are told as they come; it opens with the key. */
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

  /** The first of them, as the host lists them. */
  bindings() {
    return this.#request('GET', '/api/v1/bindings?limit=100');
  }

  transcript(workspace, { id, bot }, cursor, limit) {
    const path = ['workspaces', workspace, 'bots', bot, 'conversations', id, 'transcript'].map(encodeURIComponent).join('/');
    const query = new URLSearchParams({ limit: String(limit), ...(cursor ? { cursor } : {}) });
    return this.#request('GET', `/api/v1/${path}?${query}`);
  }

  /** What is asked and answered in JSON. */
  async #request(method, path, body) {
    const headers = body ? { 'Content-Type': 'application/json' } : {};
    const request = { headers, body: body ? JSON.stringify(body) : undefined, answers: true };
    return (await this.send(method, path, request)).content;
  }

  /**
   * Any request of this key.
   *
   * @param request {headers, body, patience, reading, answers}: milliseconds, how a good answer's body is read, and whether there has to be one
   * @returns {Promise<{content: *, headers: Headers}>}; `content` null where there was no body
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

/** Status 0 also where an answer broke off, or where what answered in the host's place does not speak as it does. */
async function answered(path, request, reading) {
  try {
    const response = await fetch(path, request);
    const content = await (response.ok ? reading : json)(response);
    return { status: response.status, content, headers: response.headers };
  } catch {
    return { status: 0, content: null, headers: null };
  }
}
