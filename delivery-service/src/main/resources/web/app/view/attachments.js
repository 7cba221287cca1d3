// Attachments of the message that is being written.
import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { t } from '../state/language.js';
import { focusComposer } from './focus.js';
import { sized } from './files.js';
import { icons } from './icons.js';

/** The list of errors is present while it is empty, so that screen readers announce changes. */
export function attachmentList({ photos, wrong }, pictureCache, handlers) {
  return html`
    <div class="wrong not-attached" role="alert">${wrong.map((why) => html`<p>${why}</p>`)}</div>
    ${photos.length
      ? html`<ul class="attachments" aria-label=${t('Photos and files that go with the message')}>
          ${repeat(photos, (photo) => photo.key, (photo) => thumbnail(photo, pictureCache, handlers))}
        </ul>`
      : nothing}`;
}

function thumbnail(photo, pictureCache, handlers) {
  const remove = () => {
    handlers.detach(photo.key);
    focusComposer(); // The button is gone.
  };
  return html`<li class=${photo.kind === 'file' ? 'attached-file' : ''}>
    ${photo.kind === 'file'
      ? html`${icons.file}<span class="file-name">${photo.name}</span><small>${sized(photo.size)}</small>`
      : html`<img src=${pictureCache.seen(photo).url} alt=${photo.name}>`}
    <button type="button" class="round" aria-label=${t('Remove {name}', { name: photo.name })} title=${t('Remove')} @click=${remove}>${icons.remove}</button>
  </li>`;
}
