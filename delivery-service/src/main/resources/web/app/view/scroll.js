// The scroll position of the thread: follows the end unless the person has scrolled up; keeps its place when earlier messages are added.

const NEAR = 80;
/** Earlier messages are loaded one screen before they become visible. */
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

/** Keeps the position while earlier messages are added. */
export function holdPosition() {
  sticky = false;
}

/** The first visible element before a drawing, and its position. */
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
