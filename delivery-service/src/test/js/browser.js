// A browser and a host that do what a test says, when it says it: no clock, no network, no window.

let drawn = 0;

/** A new world; whatever the page asks of it waits until the test answers. */
export function world() {
  const asked = [];
  const timers = [];
  const streams = [];
  const urls = [];
  const revoked = [];
  Object.assign(globalThis, {
    localStorage: storage(),
    location: { hash: '', pathname: '/', search: '' },
    history: { replaceState: goTo, pushState: goTo },
    fetch: (path, { method, headers, body } = {}) => new Promise((resolve) => asked.push(question(path, method, headers ?? {}, body, resolve))),
    URL: { createObjectURL: (blob) => `blob:${blob.size}-${urls.push(blob)}`, revokeObjectURL: (url) => revoked.push(url) },
    btoa: base64,
    setTimeout: (step, ms) => timers.push({ step, ms }),
    clearTimeout: (id) => id && (timers[id - 1].step = null),
    addEventListener: () => {},
    removeEventListener: () => {},
    AbortSignal: { timeout: () => null },
    AbortController: class { abort() {} },
    URLSearchParams: class {
      constructor(values) {
        this.values = values;
      }

      toString() {
        return Object.entries(this.values).map((pair) => pair.join('=')).join('&');
      }
    },
    EventSource: class {
      constructor(address) {
        Object.assign(this, { address, heard: {}, closed: false });
        streams.push(this);
      }

      addEventListener(type, hear) {
        this.heard[type] = hear;
      }

      close() {
        this.closed = true;
      }
    },
  });
  globalThis.crypto ??= { getRandomValues: (bytes) => bytes.fill(drawn += 1) };
  return {
    /** Questions without an answer, oldest first; `with` narrows them to a part of the path or to a key. */
    open: (part = '') => asked.filter((one) => !one.answered && (one.path.includes(part) || one.key === part)),
    /** Answers the oldest such question. */
    async answer(part, status, content = {}, headers = {}) {
      this.open(part)[0].with(status, content, headers);
      await settled();
    },
    /** Lets all that was waited for be over, and tells how long it was to be. */
    async pass() {
      const due = timers.filter((timer) => timer.step);
      due.forEach((timer) => {
        const { step } = timer;
        timer.step = null;
        step();
      });
      await settled();
      return due.map((timer) => timer.ms);
    },
    streams,
    /** Addresses of what was shown and is let go. */
    revoked,
    stored: () => Object.keys(globalThis.localStorage),
  };
}

/** Whatever follows from what was done has been done. */
export async function settled() {
  for (let i = 0; i < 50; i++) {
    await null;
  }
}

function goTo(state, title, address) {
  globalThis.location.hash = /#.*$/.exec(address)?.[0] ?? '';
}

function question(path, method, headers, body, resolve) {
  const content = typeof body === 'string' ? JSON.parse(body) : body;
  const one = { path, method, headers, key: headers.Authorization?.slice('Bearer '.length), body: content, answered: false };
  /** Status 0: nobody answers. */
  one.with = (status, content, received = {}) => {
    one.answered = true;
    resolve(status === 0
      ? Promise.reject(new TypeError('no host'))
      : {
        status,
        ok: status >= 200 && status < 300,
        headers: { get: (name) => received[name] ?? null },
        json: () => (content === null ? Promise.reject(new SyntaxError()) : Promise.resolve(content)),
        blob: () => Promise.resolve(content),
      });
  };
  return one;
}

/** A file as a browser has it. */
export function file(name, first, size = first.length) {
  const part = (from, to) => ({
    name, size: Math.min(to, size) - from, from, first, slice: part, arrayBuffer: () => Promise.resolve(Uint8Array.from(first.slice(from, to)).buffer),
  });
  return part(0, size);
}

function base64(bytes) {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const bits = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(2).padStart(8, '0')).join('');
  const text = (bits.match(/.{1,6}/g) ?? []).map((six) => digits[parseInt(six.padEnd(6, '0'), 2)]).join('');
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}

/** Its own properties are what it keeps, as a browser has it. */
function storage() {
  const hidden = (value) => ({ value, enumerable: false });
  return Object.defineProperties({}, {
    getItem: hidden(function getItem(name) {
      return Object.hasOwn(this, name) ? this[name] : null;
    }),
    setItem: hidden(function setItem(name, value) {
      this[name] = String(value);
    }),
    removeItem: hidden(function removeItem(name) {
      delete this[name];
    }),
  });
}
