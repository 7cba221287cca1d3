// With which key the page speaks, and whether the host is there. A key in the address is used once and never left there.
import { Api } from './net/api.js';
import { kept } from './keep/kept.js';
import { pause } from './state/backoff.js';
import { readAddress } from './state/address.js';

export class Session {
  /** @param on {changed(), opened(), back()} */
  constructor(on) {
    this.on = on;
    this.phase = 'starting'; // then `key`, `choose` or `open`
    this.away = false;
    this.wrong = null;
    this.offered = null;
    this.me = null;
    this.api = null;
  }

  /** Takes the key out of the address bar, and out of the browser's history with it. */
  takeFromAddress() {
    const { key } = readAddress(location.hash);
    if (key !== null) {
      const rest = location.hash.replace(/^#/, '').split('&').filter((pair) => !pair.startsWith('key=')).join('&');
      history.replaceState(null, '', location.pathname + location.search + (rest ? `#${rest}` : ''));
    }
    return key;
  }

  /**
   * An address that brings another key than the one that is kept may come from anybody: a key that still opens something is
   * not replaced before its owner said so.
   */
  async start(brought) {
    const known = kept.key();
    if (!brought || !known || brought === known) {
      return this.enter(brought ?? known);
    }
    const stillGood = await new Api(known, () => {}).caller().then(() => true, (refusal) => refusal.status !== 401);
    if (!stillGood) {
      return this.enter(brought);
    }
    this.offered = brought;
    this.#phase('choose');
  }

  choose(brought) {
    const key = brought ? this.offered : kept.key();
    this.offered = null;
    return this.enter(key);
  }

  async enter(key) {
    if (!key) {
      return this.#phase('key');
    }
    this.api = new Api(key, (status) => this.#heard(status));
    try {
      this.me = await this.api.caller();
      kept.keepKey(key);
      this.wrong = null;
      this.#phase('open');
      this.on.opened();
    } catch (refusal) {
      if (refusal.status === 0 || refusal.status >= 500) {
        setTimeout(() => this.enter(key), pause(3, Math.random()));
        this.#reached(false);
      } else {
        this.wrong = 'This key opens nothing.';
        this.#phase('key');
      }
    }
  }

  leave() {
    kept.keepKey(null);
    this.me = null;
    this.wrong = null;
    this.#phase('key');
  }

  #phase(phase) {
    this.phase = phase;
    this.on.changed();
  }

  /** A key may be revoked while the page is open. */
  #heard(status) {
    this.#reached(status !== 0);
    if (status === 401 && this.phase === 'open') {
      this.wrong = 'This key opens nothing any more.';
      this.#phase('key');
    }
  }

  #reached(there) {
    if (there === !this.away) {
      return;
    }
    this.away = !there;
    this.on.changed();
    if (this.away && this.phase === 'open') {
      this.#ask(1);
    } else if (!this.away) {
      this.on.back();
    }
  }

  #ask(tries) {
    setTimeout(() => {
      if (this.away) {
        this.api.caller().catch(() => {}).finally(() => this.away && this.#ask(tries + 1));
      }
    }, pause(tries, Math.random()));
  }
}
