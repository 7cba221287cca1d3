// What a person is told, in plain sentences.

const UNANSWERED = {
  no_binding: (bot) => [`No agent is bound to ${bot}.`, 'Bind one with POST /api/v1/bindings, or talk to another bot.'],
  binding_disabled: (bot) => [`The binding of ${bot} is switched off.`, 'Whoever looks after it can enable it again.'],
  filtered: (bot) => [`${bot} does not answer you.`, 'Its binding has a filter on who may speak. Another name may be let in.'],
  ambiguous: (bot) => [`Several agents are equally near to ${bot}, so none answered.`, 'Give one of the bindings a higher priority.'],
  rejected: (bot) => [`${bot} is busy, and takes no message until it has answered the last.`, 'Send it again in a moment.'],
  steered: () => ['This was handed to the answer that was being written.', ''],
  event_conflict: () => ['A message with this id was sent before, with other words.', 'Send it as a new message.'],
  event_too_old: () => ['This message is too old to be answered.', 'Send it as a new message.'],
};

/** @returns {[string, string]} why nobody answers, and what to do about it */
export function whyUnanswered(reason, bot, detail) {
  return UNANSWERED[reason]?.(bot) ?? ['Nobody answers this.', detail || ''];
}

/** Why a message was not taken. */
export function whyUnsent(status, detail) {
  switch (status) {
    case 0:
      return 'The host cannot be reached.';
    case 401:
      return 'The key is not accepted any more.';
    case 403:
      return 'This key may read, but not speak.';
    case 413:
      return 'This message is too long.';
    case 429:
      return 'That was a little too fast.';
    default:
      return status >= 500 ? 'The host could not take it just now.' : detail || 'The host did not take it.';
  }
}

/** Whether saying the same again may go well. */
export function maySendAgain(status) {
  return status === 0 || status === 401 || status === 403 || status === 429 || status >= 500;
}

/** `4 s`, `1:05 min`. */
export function duration(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
}

/** The state of a run in a few words; empty where the answer speaks for itself. */
export function stateOf(run, bot, now) {
  switch (run.phase) {
    case 'sending':
      return run.tries ? 'Sending again' : 'Sending';
    case 'waiting':
      return `Waiting for ${bot} · ${duration(now - run.at)}`;
    case 'running':
      return run.parts.some((part) => part.kind === 'message') ? `${bot} is answering` : `${bot} is working · ${duration(now - (run.startedAt ?? run.at))}`;
    case 'cancelled':
      return 'Cancelled';
    default:
      return '';
  }
}

/** What a screen reader is told when a turn changes. */
export function announced(run, bot, parts) {
  switch (run.phase) {
    case 'waiting':
      return `Sent. Waiting for ${bot}.`;
    case 'unsent':
      return `Not sent. ${run.why}`;
    case 'completed':
      return `${bot} said: ${parts.filter((part) => part.kind === 'message').map((part) => part.text).join('\n')}`;
    case 'failed':
      return `${bot} could not answer. ${run.why ?? ''}`;
    case 'cancelled':
      return 'Cancelled.';
    case 'unanswered':
      return whyUnanswered(run.reason, bot, run.why).join(' ');
    default:
      return '';
  }
}
