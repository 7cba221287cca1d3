// The host's REST, as far as the page needs it.

const PATIENCE = 15000;

/** A refusal or a failure: `status` 0 where nobody answered. */
export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || `status ${status}`);
    this.status = status;
    this.code = problem.code ?? null;
  }
}

export class Api {
  /** @param heard told after each question with which status it was answered, 0 where nobody answered */
  constructor(key, heard) {
    this.key = key;
    this.heard = heard;
  }

  /** Who asks: `{workspace_id, key_name}`. */
  caller() {
    return this.#ask('GET', '/api/v1/caller');
  }

  say(body) {
    return this.#ask('POST', '/api/v1/events', body);
  }

  cancel(runId) {
    return this.#ask('POST', `/api/v1/runs/${encodeURIComponent(runId)}/cancel`, { reason: 'cancelled on the chat page' });
  }

  run(runId) {
    return this.#ask('GET', `/api/v1/runs/${encodeURIComponent(runId)}`);
  }

  /** The resolution names the run of an event. */
  resolution(eventId) {
    return this.#ask('GET', `/api/v1/resolutions/${encodeURIComponent(eventId)}`);
  }

  transcript(workspace, { id, bot }, cursor, limit) {
    const path = ['workspaces', workspace, 'bots', bot, 'conversations', id, 'transcript'].map(encodeURIComponent).join('/');
    const query = new URLSearchParams({ limit: String(limit), ...(cursor ? { cursor } : {}) });
    return this.#ask('GET', `/api/v1/${path}?${query}`);
  }

  async #ask(method, path, body) {
    let response;
    try {
      response = await fetch(path, {
        method,
        headers: { Authorization: `Bearer ${this.key}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
        body: body ? JSON.stringify(body) : undefined,
        signal: AbortSignal.timeout(PATIENCE),
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
      });
    } catch {
      this.heard(0);
      throw new Refusal(0, {});
    }
    this.heard(response.status);
    const said = await response.json().catch(() => ({}));
    if (!response.ok) {
      throw new Refusal(response.status, said);
    }
    return said;
  }
}
