// Search in the conversation: marks matches in the shown messages, and loads all earlier messages.
import { html, nothing } from 'lit-html';
import { t } from '../state/language.js';
import { icons } from './icons.js';

const MOST = 2000;

let found = [];
let marked = { words: '', here: -1 };

/** @param search {words, at} */
export function searchBar({ search, conversation }, handlers) {
  if (search === null) {
    return nothing;
  }
  const step = (by) => handlers.search({ ...search, at: search.at + by });
  const keys = (event) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    } else if (event.key === 'Escape') {
      event.preventDefault(); // A browser would empty the field, and the search begin anew.
      handlers.search(null);
    }
  };
  const reading = conversation.history.reach === 'more';
  const position = !search.words.trim() ? '' : found.length ? t('{at} of {total}', { at: place(search.at) + 1, total: found.length }) : reading ? t('Reading earlier messages…') : t('Nothing found');
  return html`<div class="search" role="search">
    <label class="unseen" for="search">${t('Search in the conversation')}</label>
    <input id="search" type="search" placeholder=${t('Search…')} autocomplete="off" spellcheck="false" .value=${search.words}
      @input=${({ target }) => handlers.search({ words: target.value, at: -1 })} @keydown=${keys}>
    <span class="small" role="status">${position}</span>
    <button type="button" class="quiet" aria-label=${t('Previous match')} title=${t('Previous match')} ?disabled=${!found.length} @click=${() => step(-1)}>${icons.up}</button>
    <button type="button" class="quiet" aria-label=${t('Next match')} title=${t('Next match')} ?disabled=${!found.length} @click=${() => step(1)}>${icons.down}</button>
    <button type="button" class="quiet" aria-label=${t('Close the search')} title=${t('Close the search')} @click=${() => handlers.search(null)}>${icons.remove}</button>
  </div>`;
}

/** Starts at the last match, because recent messages are searched most. */
function place(at) {
  return found.length ? (((at % found.length) + found.length) % found.length) : 0;
}

/** Marks the matches after each drawing. Returns true if the search bar has to be drawn again. */
export function markFound(search) {
  if (!globalThis.CSS?.highlights) {
    return false;
  }
  const before = found.length;
  const words = search?.words.trim().toLowerCase() ?? '';
  found = words ? matches(words) : [];
  CSS.highlights.delete('found');
  CSS.highlights.delete('found-here');
  if (!found.length) {
    marked = { words, here: -1 };
    return before !== 0;
  }
  const here = place(search.at);
  CSS.highlights.set('found', new Highlight(...found));
  CSS.highlights.set('found-here', new Highlight(found[here]));
  if (marked.words !== words || marked.at !== search.at) {
    found[here].startContainer.parentElement.scrollIntoView({ block: 'center' });
  }
  marked = { words, at: search.at };
  return before !== found.length;
}

function matches(words) {
  const ranges = [];
  for (const block of document.querySelectorAll('#thread .message p, #thread .answer')) {
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT, (node) =>
      (node.parentElement.closest('.unseen, figcaption, annotation') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
    for (let node = walker.nextNode(); node && ranges.length < MOST; node = walker.nextNode()) {
      const text = node.data.toLowerCase();
      for (let at = text.indexOf(words); at >= 0 && text.length === node.data.length; at = text.indexOf(words, at + words.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + words.length);
        ranges.push(range);
      }
    }
  }
  return ranges;
}
