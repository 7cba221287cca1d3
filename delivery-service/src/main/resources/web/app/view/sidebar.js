// The sidebar: conversations of this browser, name of the person, theme.
import { html } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { conversationAddress, DEFAULT_BOT } from '../state/address.js';
import { t } from '../state/language.js';
import { icons } from './icons.js';

const LOOKS = [['system', 'Auto'], ['light', 'Light'], ['dark', 'Dark']];

export function sidebar(state, handlers) {
  return html`<nav class="sidebar" aria-label=${t('Conversations')}>
    <div class="sidebar-head">
      <p class="brand">Agent Host</p>
      <button type="button" class="quiet" aria-label=${t('New conversation')} title=${t('New conversation')} @click=${handlers.fresh}>${icons.plus}</button>
      <button type="button" class="quiet close" aria-label=${t('Close the list')} @click=${() => handlers.drawer(false)}>${icons.remove}</button>
    </div>
    ${state.conversations.length ? list(state, handlers) : html`<p class="small">${t('Conversations of this browser are listed here.')}</p>`}
    <div class="sidebar-foot">
      <label for="name">${t('Your name')}</label>
      <input id="name" .value=${state.name ?? ''} placeholder="web" maxlength="60" autocomplete="nickname" @change=${(event) => handlers.name(event.target.value)}>
      <fieldset class="looks">
        <legend>${t('Theme')}</legend>
        ${LOOKS.map(([value, label]) => html`<label>
          <input type="radio" name="look" value=${value} .checked=${state.look === value} @change=${() => handlers.look(value)}><span>${t(label)}</span>
        </label>`)}
      </fieldset>
      <p class="small">${t('Workspace')} ${state.session.me.workspace_id} · <button type="button" class="link" @click=${handlers.leave}>${t('Remove the key')}</button></p>
    </div>
  </nav>`;
}

function list(state, handlers) {
  return html`<ul>
    ${repeat(state.conversations, (entry) => entry.id, (entry) => item(entry, state, handlers))}
  </ul>`;
}

function item(entry, state, handlers) {
  const here = entry.id === state.conversation.id;
  const open = (event) => {
    event.preventDefault();
    handlers.open(entry);
  };
  return html`<li>
    <a href=${conversationAddress(entry)} aria-current=${here ? 'page' : 'false'} @click=${open}>
      <span>${entry.title ?? t('Untitled')}</span>${entry.bot === DEFAULT_BOT ? '' : html`<small>${entry.bot}</small>`}
    </a>
  </li>`;
}
