// The chat page: its styles, its application, and the events of the window.
import './style/tokens.css';
import './style/base.css';
import './style/page.css';
import './style/sidebar.css';
import './style/composer.css';
import './style/login.css';
import './style/thread.css';
import './style/question.css';
import './style/graph.css';
import './style/message.css';
import './style/code.css';
import './style/pictures.css';
import './style/narrow.css';
import { createApp } from './app.js';
import { language, speak } from './state/language.js';
import { draw } from './view/page.js';
import { copyClicked } from './view/copy.js';
import { listenForDrops } from './view/drop.js';
import { whenMoreArrives } from './view/markdown.js';

/** Milliseconds between checks for messages of other devices. Another tab of this browser sends a notification. */
const CHECK_INTERVAL = 1500;

speak(navigator.languages);
document.documentElement.lang = language();

const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('agenthost.changed');
const { handlers, seen, waits, hasUnsentFiles, checkForUpdates, online, addressed, brought, escaped, remembered, start } = createApp(changed);
let drawing = false;
let lastState = null;

function changed() {
  if (!drawing) {
    drawing = true;
    requestAnimationFrame(() => {
      drawing = false;
      const state = seen();
      draw(state, handlers);
      notifyTabs(state.conversation);
    });
  }
}

/** Notifies other tabs of an accepted message or a changed run. */
function notifyTabs(conversation) {
  const now = conversation && [conversation.id, ...conversation.turns.map(({ run }) => (run && !run.fromHost ? `${run.runId} ${run.phase}` : ''))].join('/');
  if (now && lastState !== now) {
    tabs?.postMessage('changed');
  }
  lastState = now;
}

/** Redraws the waiting times each second while a run is open. */
setInterval(() => waits() && changed(), 1000);

setInterval(() => document.visibilityState === 'visible' && checkForUpdates(), CHECK_INTERVAL);
tabs?.addEventListener('message', checkForUpdates);
document.addEventListener('visibilitychange', checkForUpdates);
addEventListener('online', online);
addEventListener('beforeunload', (event) => hasUnsentFiles() && event.preventDefault());
whenMoreArrives(changed);

addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) {
    escaped();
  }
});
addEventListener('click', copyClicked);
listenForDrops(handlers);
/** On a wide window the sidebar is always visible; `style/narrow.css` has the same width. */
matchMedia('(max-width: 48rem)').addEventListener('change', () => handlers.drawer(false));
addEventListener('storage', remembered);
addEventListener('popstate', addressed);
addEventListener('hashchange', brought);

start();
changed();
