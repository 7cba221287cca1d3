// Where the person writes. Enter sends, Shift+Enter breaks the line; while a word is being composed, Enter is the keyboard's.
import { html } from 'lit-html';
import { maySpeak } from '../state/rights.js';
import { icons } from './icons.js';

export function composer({ conversation, session }, acts) {
  if (!maySpeak(session.me)) {
    return html`<p class="composer keys" id="composer" tabindex="-1">This key may read, but not speak.</p>`;
  }
  return html`<form class="composer" @submit=${(event) => submit(event, acts)}>
    <label class="unseen" for="composer">Message to ${conversation.bot}</label>
    <textarea id="composer" rows="1" placeholder="Message to ${conversation.bot}" autocomplete="off"
      aria-describedby="composer-keys" @input=${(event) => fit(event.target)} @keydown=${keys}></textarea>
    <button type="submit" class="round primary" aria-label="Send" title="Send">${icons.send}</button>
    <p class="keys" id="composer-keys"><kbd>Enter</kbd> sends · <kbd>Shift</kbd> <kbd>Enter</kbd> new line · <kbd>Esc</kbd> cancels</p>
  </form>`;
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
  if (field.value.trim()) {
    acts.say(field.value);
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
