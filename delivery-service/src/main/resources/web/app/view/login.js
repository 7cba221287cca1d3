// The page without a key: asks for a key, or for a choice between two.
import { html, nothing } from 'lit-html';
import { t } from '../state/language.js';

export function door(state, handlers) {
  switch (state.session.phase) {
    case 'key':
      return frame(keyForm(state, handlers));
    case 'choose':
      return frame(choice(handlers));
    default:
      return state.session.away ? frame(away(handlers)) : html`<div class="login" aria-busy="true"></div>`;
  }
}

function away(handlers) {
  return html`<p class="lead" role="alert">${t('The host cannot be reached.')}</p>
    <p>${t('This page tries again by itself.')}</p>
    <p class="small">${forget(handlers)}</p>`;
}

function forget(handlers) {
  return html`<button type="button" class="link" @click=${handlers.leave}>${t('Remove the key')}</button>`;
}

function frame(content) {
  return html`<main class="login"><div class="card"><p class="brand">Agent Host</p>${content}</div></main>`;
}

function keyForm({ session }, handlers) {
  const submit = (event) => {
    event.preventDefault();
    handlers.enterKey(new FormData(event.target).get('key'));
  };
  return html`
    <h1>${t('Which key?')}</h1>
    <p>${t('This page needs an API key of your workspace.')} <code>./agenthost status</code> ${t('prints an address that contains one.')}</p>
    <form @submit=${submit}>
      <label for="key">${t('Key')}</label>
      <input id="key" name="key" type="password" autocomplete="off" spellcheck="false" required
        aria-invalid=${session.wrong ? 'true' : 'false'} aria-describedby="key-wrong">
      <p id="key-wrong" class="wrong" role="alert">${session.wrong ?? nothing}</p>
      <button type="submit" class="primary">${t('Open')}</button>
    </form>
    <p class="small">${t('It is stored in this browser only, and sent to this host only.')}
      ${session.remembers ? html`${t('This browser stores a key.')} ${forget(handlers)}` : nothing}</p>`;
}

function choice(handlers) {
  return html`
    <h1>${t('Another key')}</h1>
    <p>${t('The address contains another key than the one this browser uses. Change it only if you trust the source of the address.')}</p>
    <div class="row">
      <button type="button" class="primary" @click=${() => handlers.chooseKey(false)}>${t('Use the stored key')}</button>
      <button type="button" class="secondary" @click=${() => handlers.chooseKey(true)}>${t('Use the new key')}</button>
    </div>`;
}
