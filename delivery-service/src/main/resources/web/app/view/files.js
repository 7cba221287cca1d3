// Files that are no pictures: name and size, downloaded on request.
import { html } from 'lit-html';
import { t } from '../state/language.js';
import { icons } from './icons.js';

/** @param one a reference; without an artifact id it is not uploaded yet */
export function fileChip(one, run, handlers) {
  const name = one.name ?? t('File');
  const inside = html`${icons.file}<span class="file-name">${name}</span>${one.size ? html`<small>${sized(one.size)}</small>` : ''}`;
  if (one.artifactId) {
    return html`<button type="button" class="file" aria-label=${t('Download {name}', { name })} @click=${() => save(one, name, handlers)}>${inside}${icons.down}</button>`;
  }
  return html`<span class="file">${inside}
    ${run?.phase === 'sending' ? html`<progress max=${one.size} .value=${one.sent ?? 0} aria-label=${t('Sending {name}', { name })}></progress>` : ''}</span>`;
}

/** Saved as a file, never opened as a page. */
async function save(one, name, handlers) {
  const blob = await handlers.download(one);
  if (blob) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([blob], { type: 'application/octet-stream' }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }
}

/** `12 B`, `3.4 KiB`, `5 MiB` */
export function sized(bytes) {
  const power = Math.min(3, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = bytes / 1024 ** power;
  return `${value < 10 && power ? Math.round(value * 10) / 10 : Math.round(value)} ${['B', 'KiB', 'MiB', 'GiB'][power]}`;
}
