// The copy buttons of code blocks. They are part of rendered Markdown, so their clicks are heard at the window.

const SHOWN = 1500;

export async function copyClicked(event) {
  const button = event.target.closest?.('[data-copy]');
  if (!button) {
    return;
  }
  const code = button.closest('figure').querySelector('code').textContent;
  button.textContent = (await copied(code)) ? 'Copied' : 'Not copied';
  setTimeout(() => {
    button.textContent = 'Copy';
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

/** Where the page is looked at over plain http from another machine, there is no clipboard. */
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
