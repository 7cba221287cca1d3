// Copy buttons: of messages, and of code blocks. The latter are part of rendered Markdown, so their clicks are handled at the window.
import { t } from '../state/language.js';

const SHOWN = 1500;

export function copyClicked(event) {
  const button = event.target.closest?.('[data-copy]');
  if (button) {
    copyFrom(button, button.closest('figure').querySelector('code').textContent);
  }
}

/** Copies the text, and shows the outcome on the button. */
export async function copyFrom(button, text) {
  const before = button.textContent;
  button.textContent = t((await copied(text)) ? 'Copied' : 'Not copied');
  setTimeout(() => {
    button.textContent = before;
  }, SHOWN);
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedTheOldWay(text);
  }
}

/** The fallback without a clipboard API, as over plain http from another machine. */
function copiedTheOldWay(text) {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'unseen';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}
