// Server-sent events with a key in a header, which an EventSource cannot send; has the members that `follow` uses.

export class KeyedStream {
  #cut = new AbortController();
  #heard = new Map();

  constructor(address, key) {
    this.onopen = () => {};
    this.onerror = () => {};
    this.#read(address, key);
  }

  addEventListener(type, hear) {
    this.#heard.set(type, hear);
  }

  close() {
    this.#cut.abort();
  }

  async #read(address, key) {
    try {
      const response = await fetch(address, {
        headers: { Authorization: `Bearer ${key}`, Accept: 'text/event-stream' },
        signal: this.#cut.signal,
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
      });
      if (response.status === 200) {
        this.onopen();
        await this.#frames(response.body.pipeThrough(new TextDecoderStream()).getReader());
      }
    } catch {
      // The connection was lost, or closed here.
    }
    if (!this.#cut.signal.aborted) {
      this.onerror();
    }
  }

  async #frames(reader) {
    let rest = '';
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      rest += piece.value.replaceAll('\r', '');
      const blocks = rest.split('\n\n');
      rest = blocks.pop();
      blocks.forEach((block) => this.#frame(block));
    }
  }

  #frame(block) {
    const { id = '', type = 'message', data } = frameOf(block);
    if (data !== undefined) {
      this.#heard.get(type)?.({ type, data, lastEventId: id });
    }
  }
}

/** The fields of one event; `data` is undefined if it has none, as in a comment. */
export function frameOf(block) {
  const frame = {};
  for (const line of block.split('\n')) {
    const at = line.indexOf(':');
    const field = at < 0 ? line : line.slice(0, at);
    const value = at < 0 ? '' : line.slice(at + 1).replace(/^ /, '');
    if (field === 'data') {
      frame.data = frame.data === undefined ? value : `${frame.data}\n${value}`;
    } else if (field === 'event') {
      frame.type = value;
    } else if (field === 'id') {
      frame.id = value;
    }
  }
  return frame;
}
