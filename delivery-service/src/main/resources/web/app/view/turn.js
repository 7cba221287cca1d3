// One turn: the message of a person, the answer, and the status of the run.
import { html, nothing } from 'lit-html';
import { unsafeHTML } from 'lit-html/directives/unsafe-html.js';
import { partsOf } from '../state/conversation.js';
import { mayStop, withGraphs } from '../state/graph.js';
import { t } from '../state/language.js';
import { needsConfirmation, isPending } from '../state/pending.js';
import { isOther } from '../state/history.js';
import { isOpen } from '../state/run.js';
import { clock, moment } from '../state/time.js';
import { cancellationFailed, stateOf, whyUnanswered } from '../state/texts.js';
import { mayWrite } from '../state/rights.js';
import { continueWriting } from './composer.js';
import { copyFrom } from './copy.js';
import { fileChip } from './files.js';
import { graph } from './graph.js';
import { rendered } from './markdown.js';
import { photos, picture } from './pictures.js';
import { question } from './question.js';

const SEPARATE_PARTS = new Set(['message', 'picture', 'question', 'graph']);
const TOOLS = { running: 'is running', done: 'done', failed: 'failed', ended: 'ended' };

/** @param graphs the graphs of actions that began in this turn */
export function turn(one, graphs, state, handlers) {
  const { bot } = state.conversation;
  const parts = withGraphs(partsOf(one), graphs);
  return html`<article class="turn" data-phase=${one.run?.phase ?? 'told'} aria-busy=${one.run && isOpen(one.run) ? 'true' : 'false'}>
    ${one.message === null ? nothing : personMessage(one, state, handlers)}
    ${!parts.length && one.run?.placeholder && isOpen(one.run) ? answer({ text: one.run.placeholder, open: true }, bot) : nothing}
    ${groupedParts(parts).map((line) => shown(line, one, state, handlers))} ${under(one, parts)}
    ${one.run ? standing(one, state, handlers) : nothing} ${one.run ? missed(cancellationFailed(one.run)) : nothing}
  </article>`;
}

function personMessage({ message: text, who, at, eventId, attached, run }, state, handlers) {
  return html`<div class="message" title=${moment(at)}>
    <span class="unseen">${isOther(who, handlers.actor().actor_id) ? t('{who} wrote:', { who: who.name }) : t('You wrote:')}</span>${photos(attached, run, state, handlers)}
    ${text || !attached.length ? html`<p>${text}</p>` : nothing}
  </div>
  <div class="under message-under">
    <time datetime=${new Date(at).toISOString()} title=${moment(at)}>${clock(at)}</time>
    ${text ? html`<button type="button" class="link" aria-label=${t('Copy the message')} @click=${({ currentTarget }) => copyFrom(currentTarget, text)}>${t('Copy')}</button>` : nothing}
    ${text && mayWrite(state.session.me) && run?.phase !== 'sending'
      ? html`<button type="button" class="link" aria-label=${t('Edit and send again')} title=${t('Edit and send again')} @click=${() => continueWriting(handlers.edit(eventId))}>${t('Edit')}</button>`
      : nothing}
  </div>`;
}

/** Time and buttons under a complete answer. */
function under(one, parts) {
  const texts = parts.filter(({ kind }) => kind === 'message').map(({ text }) => text);
  if (!texts.length || (one.run && isOpen(one.run))) {
    return nothing;
  }
  const at = one.run?.endedAt ?? one.answeredAt ?? null;
  return html`<div class="under">
    ${at ? html`<time datetime=${new Date(at).toISOString()} title=${moment(at)}>${clock(at)}</time>` : nothing}
    <button type="button" class="link" aria-label=${t('Copy the answer')} @click=${({ currentTarget }) => copyFrom(currentTarget, texts.join('\n\n'))}>${t('Copy')}</button>
  </div>`;
}

function shown(line, one, state, handlers) {
  switch (line.kind) {
    case 'message':
      return answer(line, state.conversation.bot);
    case 'picture':
      return picture(line, null, state, handlers);
    case 'question':
      return question(line, one.eventId, { actorId: handlers.actor().actor_id, mayRespond: mayWrite(state.session.me), now: state.now }, handlers);
    case 'graph':
      return graph(line, stopOf(line, state), handlers);
    default:
      return activity(line, handlers);
  }
}

function stopOf(line, { conversation: { turns, graphStops }, session }) {
  const requested = graphStops[line.id];
  return { may: mayWrite(session.me) && mayStop(line, turns), why: requested?.why ?? null, asked: Boolean(requested && !requested.why) };
}

/** Groups consecutive tool calls and artifacts into one line. */
function groupedParts(parts) {
  const lines = [];
  for (const part of parts) {
    if (SEPARATE_PARTS.has(part.kind)) {
      lines.push(part);
    } else if (lines.at(-1)?.kind === 'doings') {
      lines.at(-1).parts.push(part);
    } else {
      lines.push({ kind: 'doings', parts: [part] });
    }
  }
  return lines;
}

function answer({ text, open }, bot) {
  return html`<div class="answer" data-open=${open}><span class="unseen">${t('{who} wrote:', { who: bot })}</span>${unsafeHTML(rendered(text))}</div>`;
}

function activity({ parts }, handlers) {
  return html`<p class="tool">${parts.map((part) => (part.kind === 'tool'
    ? html`<span data-state=${part.state}><i class="dot"></i>${part.name} ${t(TOOLS[part.state])}</span>`
    : fileChip(part, null, handlers)))}</p>`;
}

function standing({ eventId, run, attached }, { conversation: { bot }, session, now }, handlers) {
  const speaks = mayWrite(session.me);
  switch (run.phase) {
    case 'unsent':
      return unsent(eventId, run, attached, now, handlers);
    case 'failed':
      return trouble(t('No answer'), t(run.why || 'Something went wrong.'), afterwards(eventId, run, speaks, handlers));
    case 'unanswered': {
      const [why, todo] = whyUnanswered(run.reason, bot, run.why);
      return trouble(t('No agent answers'), why, html`${todo ? html`<span>${todo}</span> ` : nothing}${afterwards(eventId, run, speaks, handlers)}`);
    }
    case 'completed':
    case 'gone':
      return nothing;
    default:
      return progress(eventId, run, bot, now, speaks ? handlers : null, attached.some((photo) => !photo.artifactId));
  }
}

function unsent(eventId, run, attached, now, handlers) {
  const discard = html`<button type="button" class="link" @click=${() => handlers.discardMessage(eventId)}>${t('Discard')}</button>`;
  if (needsConfirmation(run, now)) {
    return trouble(t('Not sent'), t('It was written at {time}, while the host could not be reached. Send it now?', { time: moment(run.at) }), html`
      <button type="button" class="link" @click=${() => handlers.confirm(eventId)}>${t('Send now')}</button> ${discard}`);
  }
  const later = isPending(run, now);
  const files = attached.some((photo) => !photo.artifactId) ? ` ${t('Keep this page open until then: its files are lost when the page is closed or reloaded.')}` : '';
  return trouble(later ? t('Not sent yet') : t('Not sent'), later ? `${run.why} ${t('It is sent as soon as the host can be reached.')}${files}` : run.why, html`
    ${run.retryable ? html`<button type="button" class="link" @click=${() => handlers.sayAgain(eventId)}>${t('Send again')}</button>` : nothing} ${discard}`, later);
}

/** The retry button, and the id of the run for an operator. */
function afterwards(eventId, run, speaks, handlers) {
  return html`
    ${speaks ? html`<button type="button" class="link" @click=${() => handlers.retry(eventId)}>${t('Retry')}</button>` : nothing}
    ${run.runId
      ? html`<span class="run-id">${t('Run')} <button type="button" class="link" aria-label=${t('Copy the id of the run')} title=${t('Copy the id of the run')}
          @click=${({ currentTarget }) => copyFrom(currentTarget, run.runId)}>${run.runId}</button></span>`
      : nothing}`;
}

function missed(why) {
  return why ? html`<p class="small wrong" role="alert">${why}</p>` : nothing;
}

function trouble(title, why, todo, quiet = false) {
  return html`<div class="trouble" data-quiet=${quiet}><strong>${title}</strong><p>${why}</p><p class="small">${todo}</p></div>`;
}

/**
 * @param handlers null if the key may not cancel the run
 * @param early true while photos are uploaded: then the message can be discarded
 */
function progress(eventId, run, bot, now, handlers, early) {
  const lost = run.link === 'reconnecting' && isOpen(run);
  return html`<p class="standing" data-phase=${run.phase}>
    ${run.phase === 'cancelled' ? nothing : html`<span class="pulse" data-lost=${lost}></span>`}
    <span>${lost ? t('Reconnecting · the answer continues where it stopped') : stateOf(run, bot, now)}</span>
    ${handlers && isOpen(run) && run.runId
      ? html`<button type="button" class="link" ?disabled=${run.cancelling} @click=${() => handlers.cancel(eventId)}>${run.cancelling ? t('Cancelling…') : t('Cancel')}</button>`
      : nothing}
    ${handlers && early && run.phase === 'sending' ? html`<button type="button" class="link" @click=${() => handlers.discardMessage(eventId)}>${t('Discard')}</button>` : nothing}
  </p>`;
}
