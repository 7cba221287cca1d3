// The host's REST, as far as the page needs it.

const PATIENCE = 15000;

/** A refusal or a failure: `status` 0 where nobody answered. */
export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || `status ${status}`);
    this.status = status;
  }
}

export class Api {
  /** @param heard told after each question with which status it was answered, 0 where nobody did, or not the host */
  constructor(key, heard) {
    this.key = key;
    this.heard = heard;
  }

  /** Who asks: `{workspace_id, key_id, key_name, role}`. */
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
    const { status, said } = await answered(path, {
      method,
      headers: { Authorization: `Bearer ${this.key}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : undefined,
      signal: AbortSignal.timeout(PATIENCE),
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
    this.heard(status);
    if (status < 200 || status > 299) {
      throw new Refusal(status, said ?? {});
    }
    return said;
  }
}

/** Status 0 also where an answer broke off, or where what answered in the host's place does not speak JSON. */
async function answered(path, question) {
  try {
    const response = await fetch(path, question);
    const said = await response.json().catch(() => null);
    return { status: response.ok && said === null ? 0 : response.status, said };
  } catch {
    return { status: 0, said: null };
  }
}
