// Where the person writes. Enter sends, Shift+Enter breaks the line; while a word is being composed, Enter is the keyboard's.
import { html } from 'lit-html';
import { KINDS } from '../state/photos.js';
import { maySpeak } from '../state/rights.js';
import { pasted } from './drop.js';
import { backToComposer } from './focus.js';
import { icons } from './icons.js';
import { tray } from './tray.js';

export function composer({ conversation, session, album, tray: attached }, acts) {
  if (!maySpeak(session.me)) {
    return html`<p class="composer keys" id="composer" tabindex="-1">This key may read, but not speak.</p>`;
  }
  return html`<form class="composer" @submit=${(event) => submit(event, acts)}>
    ${tray(attached, album, acts)}
    <input type="file" id="photos" hidden multiple accept=${KINDS.join(',')} @change=${(event) => chosen(event, acts)}>
    <button type="button" class="round clip" aria-label="Attach photos" title="Attach photos" @click=${choose}>${icons.clip}</button>
    <label class="unseen" for="composer">Message to ${conversation.bot}</label>
    <textarea id="composer" rows="1" placeholder="Message to ${conversation.bot}" autocomplete="off"
      aria-describedby="composer-keys" @input=${(event) => fit(event.target)} @keydown=${keys} @paste=${(event) => pasted(event, acts)}></textarea>
    <button type="submit" class="round primary" aria-label="Send" title="Send">${icons.send}</button>
    <p class="keys" id="composer-keys"><kbd>Enter</kbd> sends · <kbd>Shift</kbd> <kbd>Enter</kbd> new line · <kbd>Esc</kbd> cancels</p>
  </form>`;
}

function choose() {
  document.getElementById('photos').click();
}

/** Emptied, so that the same file can be chosen once more. */
function chosen({ target }, acts) {
  acts.attach([...target.files]);
  target.value = '';
  backToComposer();
}

function keys(event) {
  if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    event.target.form.requestSubmit();
  }
}

function submit(event, acts) {
  event.preventDefault();
  const field = event.target.elements.namedItem('composer');
  acts.send(field.value);
  if (field.value.trim()) {
    field.value = '';
    fit(field);
  }
  field.focus();
}

/** As high as what is written; the style sheet says where it ends. */
function fit(field) {
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight}px`;
}
