// What the fragment of the address says. A browser never sends it to a server.

/** Who answers where nobody is named: the local box binds its echo there. */
export const DEFAULT_BOT = 'demo';

/** @returns {{key: string|null, conversation: string|null, bot: string|null}} */
export function readAddress(fragment) {
  const values = new Map(pairs(fragment).map((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [pair, ''] : [pair.slice(0, at), decoded(pair.slice(at + 1))];
  }));
  return { key: values.get('key') || null, conversation: values.get('c') || null, bot: values.get('bot') || null };
}

/** The same fragment, but for the key; empty where nothing else was values. */
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
