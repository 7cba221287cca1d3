// Texts for the person.
import { language, t } from './language.js';

const UNANSWERED = {
  no_binding: ['No agent is bound to {bot}.', 'Bind one with POST /api/v1/bindings, or talk to another bot.'],
  binding_disabled: ['The binding of {bot} is disabled.', 'An operator can enable it again.'],
  filtered: ['{bot} does not answer you.', 'Its binding has a filter on actors. Another name may pass it.'],
  ambiguous: ['Several bindings of {bot} have the same priority, so no agent answered.', 'Give one of the bindings a higher priority.'],
  rejected: ['{bot} is busy, and takes no message until it has answered the last.', 'Send it again in a moment.'],
  steered: ['This message was added to the running answer.', ''],
  event_conflict: ['A message with this id was sent before, with other words.', 'Send it as a new message.'],
  event_too_old: ['This message is too old to be answered.', 'Send it as a new message.'],
  taken_over: ['A person has taken this conversation over from {bot}.', ''],
};

/** @returns {[string, string]} why no agent answers, and the remedy */
export function whyUnanswered(reason, bot, detail) {
  return UNANSWERED[reason]?.map((sentence) => t(sentence, { bot })) ?? [t('No agent answers this message.'), detail || ''];
}

/** Why a message was not accepted. */
export function whyNotSent(status, detail) {
  return whyRefused(status, { 403: 'This key may read, but not write.', 413: 'This message is too long.' }, detail);
}

/** Why a photo or a file was not uploaded. */
export function whyNotUploaded(status, detail) {
  return whyRefused(status, {
    403: 'This key may not send photos here.',
    404: 'Sending it took too long.',
    413: 'The quota of the host is exhausted.',
    415: 'The content is not of the type of the file.',
  }, detail);
}

/** Why a photo cannot be uploaded any more. */
export function whyMissing({ name }) {
  return t('“{name}” is not in this page any more. Send a new message, and attach it again.', { name });
}

/** Why a picture or a file cannot be shown. */
export function whyNotShown(status, detail) {
  return whyRefused(status, {
    403: 'This key may not see it.',
    404: 'The host does not store it any more.',
    415: 'It is no picture that can be shown here.',
    416: 'It is no picture that can be shown here.',
  }, detail);
}

/** Why a run was not cancelled. */
export function whyNotCancelled(status, detail) {
  return whyRefused(status, {
    403: 'This key may read, but not cancel.',
    404: 'The host does not know this run.',
    409: 'It had ended already.',
    410: 'It had ended already.',
  }, detail);
}

/** Why a response to a question was not accepted. */
export function whyNotAccepted(status, detail) {
  return whyRefused(status, {
    403: 'This question is for others.',
    404: 'The host does not know this question.',
    409: 'There was a response already.',
    410: 'This question is not open any more.',
  }, detail);
}

/** Why messages could not be read. */
export function whyNotRead(status, detail) {
  return whyRefused(status, { 403: 'This key may not read it.', 404: 'You have no access to it.' }, detail);
}

/** Why a key was refused. */
export function whyKeyRefused(status) {
  return t(status === 403 ? 'The key does not permit reading.' : 'The key is unknown or revoked.');
}

/** @param particular texts of statuses of this request */
function whyRefused(status, particular, detail) {
  const why = { 0: 'The host cannot be reached.', 401: 'The key is not accepted any more.', 429: 'Too many requests. Try again in a moment.', ...particular }[status];
  return why ? t(why) : status >= 500 ? t('The host failed. Try again in a moment.') : detail || t('The host refused it.');
}

/** Returns true if a repetition may succeed. */
export function maySendAgain(status) {
  return status === 0 || status === 401 || status === 403 || status === 429 || status >= 500;
}

/** `4 s`, `1:05 min`. */
export function duration(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds < 60 ? t('{seconds} s', { seconds }) : t('{time} min', { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` });
}

/** The cost of a request so far. */
export function costOf({ calls, tokens, elapsed, cost }) {
  const shown = (number) => number.toLocaleString(language(), { maximumFractionDigits: 9 });
  return [
    calls === 1 ? t('1 request to the model') : t('{calls} requests to the model', { calls: shown(calls) }),
    tokens === 1 ? t('1 token') : t('{tokens} tokens', { tokens: shown(tokens) }),
    cost === null ? '' : t('cost {cost}', { cost: shown(cost) }),
    duration(elapsed),
  ].filter(Boolean).join(' · ');
}

/** The status of a run; empty if the answer shows it. */
export function stateOf(run, bot, now) {
  switch (run.phase) {
    case 'sending':
      return run.tries ? t('Sending again') : t('Sending');
    case 'waiting':
      return t('Waiting for {bot} · {time}', { bot, time: duration(now - run.at) });
    case 'running':
      return run.parts.some((part) => part.kind === 'message')
        ? t('{bot} is answering', { bot })
        : t('{bot} is working · {time}', { bot, time: duration(now - (run.startedAt ?? run.at)) });
    case 'cancelled':
      return t('Cancelled');
    default:
      return '';
  }
}

/** Phases of a run that ended before its cancellation. */
const MISSED = new Set(['completed', 'failed', 'unanswered']);

/** Why a run was not cancelled; empty if no cancellation was requested, or its outcome is unknown. */
export function cancellationFailed(run) {
  if (run.notCancelled) {
    return t('Not cancelled. {why}', { why: run.notCancelled });
  }
  return run.cancelling && MISSED.has(run.phase) ? t('Not cancelled. It had ended before.') : '';
}

/** The announcement of a part of an answer to screen readers. */
function heard({ kind, text, name }) {
  return kind === 'message' ? text : kind === 'picture' ? t('Picture: {name}.', { name }) : kind === 'artifact' ? t('File: {name}.', { name }) : '';
}

/** The announcement of attachments to screen readers. */
export function announcedPhotos({ photos }) {
  return photos.length ? t('Attached: {names}.', { names: photos.map(({ name }) => name).join(', ') }) : t('Nothing is attached.');
}

/** What was answered and what is asked; empty if a run has done neither, such as one that waits for a time. */
function said(bot, parts) {
  const text = parts.map(heard).filter(Boolean).join('\n');
  const asked = parts.filter(({ kind, state }) => kind === 'question' && state === 'open');
  return [...(text ? [t('{bot} answered: {text}', { bot, text })] : []), ...asked.map(({ title }) => t('{bot} asks: {title}', { bot, title }))].join('\n');
}

/** The announcement of a turn to screen readers: when its run changes its status, or asks a question. */
export function announced(run, bot, parts) {
  switch (run.phase) {
    case 'waiting':
      return t('Sent. Waiting for {bot}.', { bot });
    case 'unsent':
      return t('Not sent. {why}', { why: run.why });
    case 'running':
    case 'completed':
      return said(bot, parts);
    case 'failed':
      return t('{bot} could not answer. {why}', { bot, why: t(run.why ?? '') });
    case 'cancelled':
      return t('Cancelled.');
    case 'unanswered':
      return whyUnanswered(run.reason, bot, run.why).join(' ');
    default:
      return '';
  }
}
