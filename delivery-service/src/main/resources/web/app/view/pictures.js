// Pictures of the thread: read when they come into sight, and shown whole when one is chosen.
import { html, nothing } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { ref } from 'lit-html/directives/ref.js';
import { t } from '../state/language.js';
import { fileChip } from './files.js';
import { isPicture, pictureId, titleOfPicture } from '../state/pictures.js';

/** Somewhat before they are seen. */
const NEAR = '300px';

let observer = null;

/** The same function for each element: so it is called where an element comes, and not at each drawing. What is drawn no more has not gone out of sight. */
function watch(element) {
  if (element) {
    observer ??= new IntersectionObserver(
      (entries) => entries.filter(({ target }) => target.isConnected)
        .forEach(({ target, isIntersecting }) => target.dispatchEvent(new CustomEvent('sight', { detail: isIntersecting }))),
      { rootMargin: NEAR });
    observer.observe(element);
  }
}

/** Photos of a message; what is no picture, or is too large to be shown, is named. */
export function photos(attached, run, state, handlers) {
  return attached.length
    ? html`<div class="photos">${attached.map((one) => (isPicture(one) ? picture(one, run, state, handlers) : fileChip(one, run, handlers)))}</div>`
    : nothing;
}

/** @param run of the message that it came with, or null */
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

/** One picture over the page. Escape closes it, and cancels nothing. */
export function enlarged({ enlarged: one, pictureCache }, handlers) {
  const url = one && pictureCache.seen(one).url;
  const close = () => handlers.enlarge(null);
  return html`<dialog class="enlarged" aria-label=${one ? titleOfPicture(one) : t('Picture')} @close=${close} @click=${close}
    @keydown=${(event) => event.stopPropagation()}>
    ${url ? html`<img src=${url} alt=${titleOfPicture(one)}><button type="button" class="secondary" autofocus>${t('Close')}</button>` : nothing}
  </dialog>`;
}

/** As it is drawn, so it is: after each drawing. */
export function showEnlarged(one) {
  const dialog = document.querySelector('dialog.enlarged');
  if (one && dialog && !dialog.open) {
    dialog.showModal();
  } else if (!one && dialog?.open) {
    dialog.close();
  }
}
