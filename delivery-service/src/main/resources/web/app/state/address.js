// What the fragment of the address says. A browser never sends it to a server.

/** @returns {{key: string|null, conversation: string|null, bot: string|null}} */
export function readAddress(fragment) {
  const said = new Map(fragment.replace(/^#/, '').split('&').filter(Boolean).map((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [pair, ''] : [pair.slice(0, at), decoded(pair.slice(at + 1))];
  }));
  return { key: said.get('key') || null, conversation: said.get('c') || null, bot: said.get('bot') || null };
}

/** The address of a conversation; the default bot is not named. */
export function conversationAddress(id, bot, defaultBot) {
  return `#c=${encodeURIComponent(id)}` + (bot === defaultBot ? '' : `&bot=${encodeURIComponent(bot)}`);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
