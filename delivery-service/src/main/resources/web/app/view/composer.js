// The message field. Enter sends, Shift+Enter breaks the line; during input composition Enter belongs to the input method.
import { html, nothing } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { t } from '../state/language.js';
import { mayWrite } from '../state/rights.js';
import { pasted } from './drop.js';
import { focusComposer } from './focus.js';
import { icons } from './icons.js';
import { attachmentList } from './attachments.js';

export function composer({ conversation, session, pictureCache, attachments: attached, draft, editing, tooLong }, handlers) {
  if (!mayWrite(session.me)) {
    return html`<p class="composer keys" id="composer" tabindex="-1">${t('This key may read, but not write.')}</p>`;
  }
  const { id, bot } = conversation;
  return html`<form class="composer" @submit=${(event) => submit(event, handlers)}>
    ${editing ? notice(handlers) : nothing}
    <p class="wrong too-long" role="alert">${tooLong}</p>
    ${attachmentList(attached, pictureCache, handlers)}
    <input type="file" id="photos" hidden multiple @change=${(event) => chosen(event, handlers)}>
    <button type="button" class="round clip" aria-label=${t('Attach files')} title=${t('Attach files')} @click=${choose}>${icons.clip}</button>
    <label class="unseen" for="composer">${t('Message to {bot}', { bot })}</label>
    ${keyed(`${id} ${bot}`, html`<textarea id="composer" rows="1" placeholder=${t('Message to {bot}', { bot })} autocomplete="off" .value=${draft}
      aria-describedby="composer-keys" aria-invalid=${tooLong ? 'true' : 'false'} @input=${(event) => written(event.target, handlers)} @keydown=${keys} @paste=${(event) => pasted(event, handlers)}></textarea>`)}
    <button type="submit" class="round primary" aria-label=${t('Send')} title=${t('Send')}>${icons.send}</button>
    <p class="keys" id="composer-keys"><kbd>Enter</kbd> ${t('sends')} · <kbd>Shift</kbd> <kbd>Enter</kbd> ${t('new line')} · <kbd>Esc</kbd> ${t('cancels')}</p>
  </form>`;
}

function notice(handlers) {
  const stop = () => {
    handlers.stopEditing();
    continueWriting('');
  };
  return html`<p class="editing"><span>${t('A sent message does not change. This is sent as a new one.')}</span>
    <button type="button" class="link" @click=${stop}>${t('Stop editing')}</button></p>`;
}

/** Puts a text into the message field. */
export function continueWriting(text) {
  const field = document.getElementById('composer');
  field.value = text;
  fit(field);
  field.focus();
  field.setSelectionRange(text.length, text.length);
}

function choose() {
  document.getElementById('photos').click();
}

/** Empties the field, so that the same file can be chosen again. */
function chosen({ target }, handlers) {
  handlers.attach([...target.files]);
  target.value = '';
  focusComposer();
}

function written(field, handlers) {
  fit(field);
  handlers.write(field.value);
}

function keys(event) {
  if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    event.target.form.requestSubmit();
  }
}

/** Empties the field after its text was sent. */
function submit(event, handlers) {
  event.preventDefault();
  const field = event.target.elements.namedItem('composer');
  if (handlers.send(field.value) && field.value.trim()) {
    field.value = '';
    fit(field);
  }
  field.focus();
}

/** Fits the height to the text; the style sheet has the maximum. */
function fit(field) {
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight}px`;
}
