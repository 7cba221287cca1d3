// The fragment of the address, which a browser never sends to a server.

/** The bot if the address names none; the local box binds its echo runner to it. */
export const DEFAULT_BOT = 'demo';

/** @returns {{key: string|null, conversation: string|null, bot: string|null}} */
export function readAddress(fragment) {
  const values = new Map(pairs(fragment).map((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [pair, ''] : [pair.slice(0, at), decoded(pair.slice(at + 1))];
  }));
  return { key: values.get('key') || null, conversation: values.get('c') || null, bot: values.get('bot') || null };
}

/** The fragment without the key. */
export function withoutKey(fragment) {
  const rest = pairs(fragment).filter((pair) => !pair.startsWith('key=')).join('&');
  return rest && `#${rest}`;
}

/** The address of a conversation; the default bot is not named. */
export function conversationAddress({ id, bot }) {
  return `#c=${encodeURIComponent(id)}` + (bot === DEFAULT_BOT ? '' : `&bot=${encodeURIComponent(bot)}`);
}

function pairs(fragment) {
  return fragment.replace(/^#/, '').split('&').filter(Boolean);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
