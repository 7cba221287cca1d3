// The chat page: its styles, its one desk, and what happens to the window.
import './style/tokens.css';
import './style/base.css';
import './style/page.css';
import './style/shelf.css';
import './style/composer.css';
import './style/door.css';
import './style/thread.css';
import './style/said.css';
import './style/pictures.css';
import './style/narrow.css';
import { desk } from './desk.js';
import { draw } from './view/page.js';
import { copyClicked } from './view/copy.js';
import { listenForDrops } from './view/drop.js';

const { acts, seen, waits, addressed, brought, escaped, remembered, start } = desk(changed);
let drawing = false;

function changed() {
  if (!drawing) {
    drawing = true;
    requestAnimationFrame(() => {
      drawing = false;
      draw(seen(), acts);
    });
  }
}

/** Waiting times go on while something is waited for. */
setInterval(() => waits() && changed(), 1000);

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
