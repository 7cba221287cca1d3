// Draws the page from the state.
import { html, nothing, render } from 'lit-html';
import { door } from './login.js';
import { sidebar } from './sidebar.js';
import { thread } from './thread.js';
import { t } from '../state/language.js';
import { composer } from './composer.js';
import { markFound, searchBar } from './search.js';
import { focusComposer } from './focus.js';
import { nameOf } from '../state/conversationlist.js';
import { icons } from './icons.js';
import { enlarged, showEnlarged } from './pictures.js';
import { afterDraw, beforeDraw } from './scroll.js';

let drawn = { phase: null, id: null, renaming: false, drawer: false, searching: false };

export function draw(state, handlers) {
  const before = beforeDraw();
  render(state.session.phase === 'open' && state.conversation ? chatPage(state, handlers) : door(state, handlers), document.getElementById('app'));
  document.title = title(state);
  afterDraw(before, state.conversation);
  focus(state);
  showEnlarged(state.enlarged);
  if (markFound(state.search)) {
    requestAnimationFrame(() => state.search && document.getElementById('search') && handlers.search({ ...state.search }));
  }
}

/** Moves the focus after a change of the view. */
function focus({ session: { phase }, conversation, renaming, drawer, search }) {
  const searching = Boolean(search);
  const id = conversation?.id ?? null;
  if (phase === 'key' && drawn.phase !== 'key') {
    document.getElementById('key').focus();
  } else if (drawer !== drawn.drawer) {
    document.querySelector(drawer ? '.sidebar button' : '.menu')?.focus();
  } else if (searching && !drawn.searching) {
    document.getElementById('search')?.focus();
  } else if (renaming && !drawn.renaming) {
    document.querySelector('.head .title').select();
  } else if ((id !== drawn.id || drawn.renaming || (drawn.searching && !searching)) && !renaming) {
    focusComposer();
  }
  drawn = { phase, id, renaming, drawer, searching };
}

function title({ conversations: entries, conversation }) {
  const name = conversation && nameOf(entries.find(({ id }) => id === conversation.id), conversation);
  return name ? `${name} · Agent Host` : 'Agent Host';
}

function chatPage(state, handlers) {
  return html`
    <a class="skip" href="#composer" @click=${toComposer}>${t('Skip to the message field')}</a>
    <div class="page" data-sidebar=${state.drawer ? 'open' : 'closed'}>
      ${sidebar(state, handlers)}
      <div class="backdrop" @click=${() => handlers.drawer(false)}></div>
      <main ?inert=${state.drawer}>
        ${head(state, handlers)} ${searchBar(state, handlers)} ${state.session.away ? away() : nothing}
        ${thread(state, handlers)} ${state.removed ? removed(state, handlers) : nothing} ${composer(state, handlers)}
      </main>
    </div>
    ${enlarged(state, handlers)}
    <div class="unseen" role="status" aria-live="polite">${state.announcement}</div>`;
}

/** Moves the focus without a change of the fragment, which names the conversation. */
function toComposer(event) {
  event.preventDefault();
  document.getElementById('composer').focus();
}

function head(state, handlers) {
  const { id, bot, turns } = state.conversation;
  const entry = state.conversations.find((one) => one.id === id);
  return html`<header class="head">
    <button type="button" class="quiet menu" aria-label=${t('Conversations')} aria-expanded=${state.drawer} @click=${() => handlers.drawer(!state.drawer)}>
      ${icons.menu}
    </button>
    ${state.renaming ? renaming(entry, handlers) : html`<h1>${nameOf(entry, state.conversation) ?? t(turns.length ? 'Conversation' : 'New conversation')}</h1>`}
    ${entry && !state.renaming
      ? html`<button type="button" class="quiet" aria-label=${t('Rename this conversation')} title=${t('Rename')} @click=${() => handlers.renaming(true)}>${icons.pencil}</button>
          <button type="button" class="quiet" aria-label=${t('Remove this conversation from the list')} title=${t('Remove from the list')} @click=${handlers.remove}>${icons.remove}</button>`
      : nothing}
    <span class="bot" title=${t('Who answers here')}>${bot}</span>
    ${turns.length
      ? html`<button type="button" class="quiet" aria-label=${t('Search in the conversation')} title=${t('Search in the conversation')} aria-expanded=${state.search !== null}
          @click=${() => search(state, handlers)}>${icons.search}</button>`
      : nothing}
  </header>`;
}

function search(state, handlers) {
  if (state.search === null) {
    handlers.search({ words: '', at: -1 });
    handlers.readAll();
  } else {
    handlers.search(null);
  }
}

function renaming(entry, handlers) {
  const keys = (event) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      handlers.rename(event.target.value);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      handlers.renaming(false);
    }
  };
  return html`<input class="title" aria-label=${t('Name of this conversation')} .value=${entry?.title ?? ''} @keydown=${keys}>`;
}

function away() {
  return html`<p class="banner" role="alert"><span class="pulse"></span>${t('The host cannot be reached. Trying again; nothing is lost.')}</p>`;
}

function removed(state, handlers) {
  return html`<p class="notice">
    <span>${t('“{title}” was removed from this list. The host still stores it.', { title: state.removed.entry.title ?? t('The conversation') })}</span>
    <button type="button" class="link" @click=${handlers.restoreEntry}>${t('Undo')}</button>
    <button type="button" class="quiet" aria-label=${t('Dismiss')} @click=${handlers.dismiss}>${icons.remove}</button>
  </p>`;
}
