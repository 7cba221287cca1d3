// The chat page: its styles, its one desk, and what happens to the window.
import './style/tokens.css';
import './style/base.css';
import './style/page.css';
import './style/shelf.css';
import './style/composer.css';
import './style/door.css';
import './style/thread.css';
import './style/question.css';
import './style/graph.css';
import './style/said.css';
import './style/code.css';
import './style/pictures.css';
import './style/narrow.css';
import { desk } from './desk.js';
import { language, speak } from './state/language.js';
import { draw } from './view/page.js';
import { copyClicked } from './view/copy.js';
import { listenForDrops } from './view/drop.js';
import { whenMoreArrives } from './view/markdown.js';

/** How often another device is looked after; milliseconds. Another tab of this browser tells at once. */
const GLANCE = 1500;

speak(navigator.languages);
document.documentElement.lang = language();

const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('agenthost.said');
const { acts, seen, waits, losesFiles, glance, online, addressed, brought, escaped, remembered, start } = desk(changed);
let drawing = false;
let told = null;

function changed() {
  if (!drawing) {
    drawing = true;
    requestAnimationFrame(() => {
      drawing = false;
      const state = seen();
      draw(state, acts);
      tellTabs(state.conversation);
    });
  }
}

/** What the host has taken or answered here, another tab may want to see. */
function tellTabs(conversation) {
  const now = conversation && [conversation.id, ...conversation.turns.map(({ run }) => (run && !run.fromHost ? `${run.runId} ${run.phase}` : ''))].join('/');
  if (now && told !== now) {
    tabs?.postMessage('said');
  }
  told = now;
}

/** Waiting times go on while something is waited for. */
setInterval(() => waits() && changed(), 1000);

setInterval(() => document.visibilityState === 'visible' && glance(), GLANCE);
tabs?.addEventListener('message', glance);
document.addEventListener('visibilitychange', glance);
addEventListener('online', online);
addEventListener('beforeunload', (event) => losesFiles() && event.preventDefault());
whenMoreArrives(changed);

addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) {
    escaped();
  }
});
addEventListener('click', copyClicked);
listenForDrops(acts);
/** Where there is room, the list is no drawer; `style/narrow.css` has the same width. */
matchMedia('(max-width: 48rem)').addEventListener('change', () => acts.drawer(false));
addEventListener('storage', remembered);
addEventListener('popstate', addressed);
addEventListener('hashchange', brought);

start();
changed();
