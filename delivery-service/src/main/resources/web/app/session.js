// The API key of the page, and whether the host is available. A key in the address is removed from the address bar.
import { Api } from './net/api.js';
import { browserStorage } from './storage/browserstorage.js';
import { readAddress, withoutKey } from './state/address.js';
import { paused } from './state/backoff.js';
import { t } from './state/language.js';
import { whyKeyRefused } from './state/texts.js';

/** The characters of a key that a header can contain. */
const KEY = /^[\x21-\x7e]+$/;

export class Session {
  /** Increases with each key that is opened or closed; a response to an older request is dropped. */
  #entrance = 0;

  /** @param on {changed(), opened(), closed(), back()} */
  constructor(on) {
    this.on = on;
    this.phase = 'starting'; // then `key`, `choose` or `open`
    this.away = false;
    this.wrong = null;
    this.offered = null;
    this.me = null;
    this.api = null;
  }

  /** Returns true if this browser stores a key. */
  get remembers() {
    return browserStorage.key() !== null;
  }

  /** Removes the key from the address bar and from the history of the browser, and returns it. */
  takeFromAddress() {
    const { key } = readAddress(location.hash);
    if (key !== null) {
      history.replaceState(null, '', location.pathname + location.search + withoutKey(location.hash));
    }
    return key;
  }

  /**
   * Anybody may have made an address with another key than the stored one: a valid stored key is
   * not replaced until the person agrees.
   */
  async start(brought) {
    const known = browserStorage.key();
    if (!brought || !known || brought === known) {
      return this.enter(brought ?? known);
    }
    const answer = await this.#knock(known);
    if (answer?.me) {
      this.#close('choose', null);
      this.offered = brought;
    } else if (answer) {
      this.#close('starting', null);
      await this.enter(brought);
    }
  }

  choose(brought) {
    return this.enter(brought ? this.offered : browserStorage.key());
  }

  async enter(key) {
    if (!key) {
      return this.#close('key', null);
    }
    const answer = await this.#knock(key);
    if (answer?.me) {
      this.#open(key, answer.me);
    } else if (answer) {
      this.#close('key', whyKeyRefused(answer.status));
    }
  }

  /** Removes the key and everything that was stored with it. */
  leave() {
    browserStorage.forget();
    this.#close('key', null);
  }

  /**
   * Requests the owner of the key until the host answers.
   *
   * @returns {Promise<{me: object}|{status: number}|null>} null if another key was opened in the meantime
   */
  async #knock(key) {
    this.#entrance += 1;
    const entrance = this.#entrance;
    for (let tries = 1; entrance === this.#entrance; tries++) {
      const answer = await asked(key);
      if (entrance !== this.#entrance) {
        return null;
      }
      this.#reached(answer.me || isRefused(answer.status));
      if (!this.away) {
        return answer;
      }
      if (this.phase !== 'open') {
        this.#phase('starting');
      }
      await paused(tries);
    }
    return null;
  }

  #open(key, me) {
    browserStorage.storeKey(key);
    const entrance = this.#entrance;
    this.api = new Api(key, (status) => entrance === this.#entrance && this.#heard(status));
    this.me = me;
    this.wrong = null;
    this.offered = null;
    this.#phase('open');
    this.on.opened();
  }

  #close(phase, wrong) {
    this.#entrance += 1;
    this.api = null;
    this.me = null;
    this.offered = null;
    this.wrong = wrong;
    this.away = false;
    this.#phase(phase);
    this.on.closed();
  }

  #phase(phase) {
    this.phase = phase;
    this.on.changed();
  }

  /** Handles the status of each response: closes the page if the key was revoked; polls while the host is unavailable. */
  #heard(status) {
    if (status === 401) {
      this.#close('key', t('The key was revoked.'));
    } else if (status !== 0) {
      this.#reached(true);
    } else if (!this.away) {
      this.#reached(false);
      this.#askUntilAvailable(this.api);
    }
  }

  /** Checks at once whether the host is available. */
  retryNow() {
    if (this.away && this.api) {
      this.api.caller().catch(() => {});
    }
  }

  async #askUntilAvailable(api) {
    for (let tries = 1; this.away && api === this.api; tries++) {
      await paused(tries);
      if (this.away && api === this.api) {
        await api.caller().catch(() => {}); // What it was answered is heard.
      }
    }
  }

  #reached(there) {
    if (Boolean(there) === this.away) {
      this.away = !there;
      this.on.changed();
      if (there) {
        this.on.back();
      }
    }
  }
}

async function asked(key) {
  if (!KEY.test(key)) {
    return { status: 401 };
  }
  try {
    const me = await new Api(key, () => {}).caller();
    return me.workspace_id ? { me } : { status: 0 };
  } catch ({ status }) {
    return { status };
  }
}

/** Returns true if the host refused the key; other failures are temporary. */
function isRefused(status) {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
