// Where the thread stands: at its end while it grows there, unless the person looks elsewhere; and in place while it grows above.

const NEAR = 80;
/** Earlier messages are asked for a screen before they are needed. */
const AHEAD = 400;

let sticky = true;
let shown = null;

const thread = () => document.getElementById('thread');

export function scrolled({ target }, conversation, handlers) {
  sticky = target.scrollHeight - target.scrollTop - target.clientHeight < NEAR;
  showJump(target);
  const { reach, older } = conversation.history;
  if (target.scrollTop < AHEAD && reach === 'more' && !older.asked && !older.why) {
    handlers.older();
  }
}

export function toEnd() {
  const smooth = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  thread().scrollTo({ top: thread().scrollHeight, behavior: smooth ? 'smooth' : 'auto' });
  document.getElementById('composer').focus();
}

/** What is shown stays where it is, though more comes in above it. */
export function holdPosition() {
  sticky = false;
}

/** What was first before the page is drawn, and where it stood. */
export function beforeDraw() {
  const first = thread()?.querySelector('.turn');
  return first ? { first, top: first.getBoundingClientRect().top } : null;
}

export function afterDraw(before, conversation) {
  const element = thread();
  if (!element || !conversation) {
    return;
  }
  const last = conversation.turns.at(-1)?.key ?? null;
  if (shown?.id !== conversation.id || (shown.last !== last && conversation.turns.at(-1)?.run?.phase === 'sending')) {
    sticky = true; // Another conversation, or something said here just now.
  }
  shown = { id: conversation.id, last };
  if (sticky) {
    element.scrollTop = element.scrollHeight;
  } else if (before?.first.isConnected) {
    element.scrollTop += before.first.getBoundingClientRect().top - before.top;
  }
  showJump(element);
}

function showJump(element) {
  document.getElementById('to-end').hidden = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR * 3;
}
