// Pictures of the thread: loaded when they become visible, enlarged on request.
import { html, nothing } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { ref } from 'lit-html/directives/ref.js';
import { t } from '../state/language.js';
import { fileChip } from './files.js';
import { isPicture, pictureId, titleOfPicture } from '../state/pictures.js';

/** Distance from the view at which a picture is loaded. */
const NEAR = '300px';

let observer = null;

/** One function for all elements, so that it is called once for each element. A removed element sends no event. */
function watch(element) {
  if (element) {
    observer ??= new IntersectionObserver(
      (entries) => entries.filter(({ target }) => target.isConnected)
        .forEach(({ target, isIntersecting }) => target.dispatchEvent(new CustomEvent('sight', { detail: isIntersecting }))),
      { rootMargin: NEAR });
    observer.observe(element);
  }
}

/** Photos of a message; other files, and pictures that are too large, are named only. */
export function photos(attached, run, state, handlers) {
  return attached.length
    ? html`<div class="photos">${attached.map((one) => (isPicture(one) ? picture(one, run, state, handlers) : fileChip(one, run, handlers)))}</div>`
    : nothing;
}

/** @param run of its message, or null */
export function picture(one, run, { pictureCache }, handlers) {
  const title = titleOfPicture(one);
  const { url, why } = pictureCache.seen(one);
  return keyed(pictureId(one), html`<figure class="picture" ${ref(watch)} @sight=${({ detail }) => handlers.sight(one, detail)}>
    ${url ? html`<button type="button" aria-label=${t('Enlarge {name}', { name: title })} @click=${() => handlers.enlarge(one)}><img src=${url} alt=${title}></button>` : nothing}
    ${why ? html`<figcaption>${title}: ${why} <button type="button" class="link" @click=${() => handlers.showAgain(one)}>${t('Try again')}</button></figcaption>` : nothing}
    ${!url && !why ? html`<figcaption aria-busy=${one.artifactId ? 'true' : 'false'}>${title}</figcaption>` : nothing}
    ${run?.phase === 'sending' && !one.artifactId ? html`<progress max=${one.size} .value=${one.sent ?? 0} aria-label=${t('Sending {name}', { name: title })}></progress>` : nothing}
  </figure>`);
}

/** The dialog of an enlarged picture. Escape closes it, and cancels no run. */
export function enlarged({ enlarged: one, pictureCache }, handlers) {
  const url = one && pictureCache.seen(one).url;
  const close = () => handlers.enlarge(null);
  return html`<dialog class="enlarged" aria-label=${one ? titleOfPicture(one) : t('Picture')} @close=${close} @click=${close}
    @keydown=${(event) => event.stopPropagation()}>
    ${url ? html`<img src=${url} alt=${titleOfPicture(one)}><button type="button" class="secondary" autofocus>${t('Close')}</button>` : nothing}
  </dialog>`;
}

/** Opens or closes the dialog after each drawing. */
export function showEnlarged(one) {
  const dialog = document.querySelector('dialog.enlarged');
  if (one && dialog && !dialog.open) {
    dialog.showModal();
  } else if (!one && dialog?.open) {
    dialog.close();
  }
}
