// Photos beside the message that is being written.
import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { backToComposer } from './focus.js';
import { icons } from './icons.js';

/** The list of what is wrong is there before something is, so that it is read out. */
export function tray({ photos, wrong }, album, acts) {
  return html`
    <div class="wrong not-attached" role="alert">${wrong.map((why) => html`<p>${why}</p>`)}</div>
    ${photos.length
      ? html`<ul class="tray" aria-label="Photos that go with the message">
          ${repeat(photos, (photo) => photo.key, (photo) => thumbnail(photo, album, acts))}
        </ul>`
      : nothing}`;
}

function thumbnail(photo, album, acts) {
  const remove = () => {
    acts.detach(photo.key);
    backToComposer(); // The button is gone.
  };
  return html`<li>
    <img src=${album.seen(photo).url} alt=${photo.name}>
    <button type="button" class="round" aria-label="Remove ${photo.name}" title="Remove" @click=${remove}>${icons.remove}</button>
  </li>`;
}
