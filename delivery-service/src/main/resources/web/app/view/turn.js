// One turn: what a person said, what was answered, and how it stands.
import { html, nothing } from 'lit-html';
import { unsafeHTML } from 'lit-html/directives/unsafe-html.js';
import { partsOf } from '../state/conversation.js';
import { isOpen } from '../state/run.js';
import { cancelMissed, stateOf, whyUnanswered } from '../state/words.js';
import { maySpeak } from '../state/rights.js';
import { rendered } from './markdown.js';
import { photos, picture } from './pictures.js';

const TOOLS = { running: 'is at work', done: 'done', failed: 'failed', ended: 'ended' };

export function turn(one, state, acts) {
  const { bot } = state.conversation;
  const parts = partsOf(one);
  return html`<article class="turn" data-phase=${one.run?.phase ?? 'told'} aria-busy=${one.run && isOpen(one.run) ? 'true' : 'false'}>
    ${one.said === null ? nothing : said(one, state, acts)}
    ${!parts.length && one.run?.placeholder && isOpen(one.run) ? answer({ text: one.run.placeholder, open: true }, bot) : nothing}
    ${inLines(parts).map((line) => shown(line, bot, state, acts))}
    ${one.run ? standing(one, state, acts) : nothing} ${one.run ? missed(cancelMissed(one.run)) : nothing}
  </article>`;
}

function said({ said: text, who, at, attached, run }, state, acts) {
  return html`<div class="said" title=${new Date(at).toLocaleString()}>
    <span class="unseen">${who ?? 'You'} said:</span>${photos(attached, run, state, acts)}
    ${text || !attached.length ? html`<p>${text}</p>` : nothing}
  </div>`;
}

function shown(line, bot, state, acts) {
  switch (line.kind) {
    case 'message':
      return answer(line, bot);
    case 'picture':
      return picture(line, null, state, acts);
    default:
      return doings(line);
  }
}

/** Tool calls and what was made, one after another, are one quiet line. */
function inLines(parts) {
  const lines = [];
  for (const part of parts) {
    if (part.kind === 'message' || part.kind === 'picture') {
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
  return html`<div class="answer" data-open=${open}><span class="unseen">${bot} said:</span>${unsafeHTML(rendered(text))}</div>`;
}

function doings({ parts }) {
  return html`<p class="tool">${parts.map((part) => html`<span data-state=${part.state ?? 'done'}>
    <i class="dot"></i>${part.kind === 'tool' ? `${part.name} ${TOOLS[part.state]}` : `made ${part.name}`}</span>`)}</p>`;
}

function standing({ eventId, run, attached }, { conversation: { bot }, session, now }, acts) {
  switch (run.phase) {
    case 'unsent':
      return trouble('Not sent', run.why, html`
        ${run.retryable ? html`<button type="button" class="link" @click=${() => acts.sayAgain(eventId)}>Send again</button>` : nothing}
        <button type="button" class="link" @click=${() => acts.takeBack(eventId)}>Discard</button>`);
    case 'failed':
      return trouble('No answer', run.why ?? 'Something went wrong.', nothing);
    case 'unanswered': {
      const [why, todo] = whyUnanswered(run.reason, bot, run.why);
      return trouble('Nobody answers', why, todo);
    }
    case 'completed':
    case 'gone':
      return nothing;
    default:
      return progress(eventId, run, bot, now, maySpeak(session.me) ? acts : null, attached.some((photo) => !photo.artifactId));
  }
}

function missed(why) {
  return why ? html`<p class="small wrong" role="alert">${why}</p>` : nothing;
}

function trouble(title, why, todo) {
  return html`<div class="trouble"><strong>${title}</strong><p>${why}</p>${todo ? html`<p class="small">${todo}</p>` : nothing}</div>`;
}

/**
 * @param acts null where the run may only be watched
 * @param early whether photos are still on their way: then it may be taken back
 */
function progress(eventId, run, bot, now, acts, early) {
  const lost = run.link === 'reconnecting' && isOpen(run);
  return html`<p class="standing" data-phase=${run.phase}>
    ${run.phase === 'cancelled' ? nothing : html`<span class="pulse" data-lost=${lost}></span>`}
    <span>${lost ? 'Reconnecting · the answer goes on where it stopped' : stateOf(run, bot, now)}</span>
    ${acts && isOpen(run) && run.runId
      ? html`<button type="button" class="link" ?disabled=${run.cancelling} @click=${() => acts.cancel(eventId)}>${run.cancelling ? 'Cancelling…' : 'Cancel'}</button>`
      : nothing}
    ${acts && early && run.phase === 'sending' ? html`<button type="button" class="link" @click=${() => acts.takeBack(eventId)}>Discard</button>` : nothing}
  </p>`;
}
