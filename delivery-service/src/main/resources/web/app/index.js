// The chat page: what the person does comes in here, and what is to be seen goes out to `view/`.
import './style/tokens.css';
import './style/base.css';
import './style/page.css';
import './style/shelf.css';
import './style/composer.css';
import './style/door.css';
import './style/thread.css';
import './style/said.css';
import './style/narrow.css';
import { Chat } from './chat.js';
import { Session } from './session.js';
import { freshConversationId } from './fresh.js';
import { kept } from './keep/kept.js';
import { conversationAddress, readAddress } from './state/address.js';
import { isOpen } from './state/run.js';
import { partsOf } from './state/conversation.js';
import { listed, renamed, titleOf, used, without } from './state/shelf.js';
import { announced } from './state/words.js';
import { draw } from './view/page.js';
import { copyClicked } from './view/copy.js';

const BOT = 'demo';

const page = { shelf: kept.shelf(), name: kept.name(), look: kept.look(), drawer: false, renaming: false, removed: null, announcement: '' };
const session = new Session({ changed, opened, back: () => chat?.conversation?.history === 'failed' && chat.load() });
let chat = null;
let drawing = false;

function changed() {
  if (!drawing) {
    drawing = true;
    requestAnimationFrame(() => {
      drawing = false;
      draw({ ...page, session, conversation: chat?.conversation ?? null, now: Date.now() }, acts);
    });
  }
}

function set(values) {
  Object.assign(page, values);
  changed();
}

function shelve(shelf) {
  kept.keepShelf(shelf);
  set({ shelf });
}

function opened() {
  chat?.close();
  chat = new Chat(session.api, session.me.workspace_id, { changed, ended });
  openFromAddress();
}

function openFromAddress() {
  const { conversation, bot } = readAddress(location.hash);
  if (conversation) {
    const known = page.shelf.find((entry) => entry.id === conversation);
    show(conversation, bot ?? known?.bot ?? BOT);
  } else {
    startAnew();
  }
}

function startAnew() {
  set({ drawer: false, renaming: false });
  chat.open(freshConversationId(), chat.conversation?.bot ?? page.shelf[0]?.bot ?? BOT);
}

function show(id, bot) {
  if (chat.conversation?.id === id && chat.conversation.bot === bot) {
    return;
  }
  const address = conversationAddress(id, bot, BOT);
  if (location.hash !== address) {
    history.pushState(null, '', address);
  }
  set({ drawer: false, renaming: false });
  chat.open(id, bot);
}

function ended(turn) {
  set({ announcement: announced(turn.run, chat.conversation.bot, partsOf(turn)) });
}

function actor() {
  return { actor_type: 'user', actor_id: page.name ?? 'web', actor_name: page.name ?? 'Web' };
}

const acts = {
  enterKey: (key) => session.enter(key.trim()),
  chooseKey: (brought) => session.choose(brought),
  leave: () => {
    chat?.close();
    session.leave();
  },
  fresh: () => {
    history.pushState(null, '', location.pathname);
    startAnew();
  },
  open: ({ id, bot }) => show(id, bot),
  talkTo: (bot) => bot && bot !== chat.conversation.bot && chat.open(chat.conversation.id, bot),
  say: (text) => {
    const { id, bot } = chat.conversation;
    shelve(used(page.shelf, { id, bot }, Date.now(), titleOf(text)));
    history.replaceState(null, '', conversationAddress(id, bot, BOT));
    chat.say(text, actor());
    set({ announcement: 'Sending' });
  },
  sayAgain: (eventId) => chat.sayAgain(eventId),
  takeBack: (eventId) => chat.takeBack(eventId),
  cancel: (eventId) => chat.cancel(eventId),
  older: () => chat.older(),
  load: () => chat.load(),
  rename: (title) => {
    const { id, bot } = chat.conversation;
    shelve(renamed(listed(page.shelf, { id, bot }, Date.now()), id, title));
    set({ renaming: false });
  },
  renaming: (renaming) => set({ renaming }),
  remove: () => {
    const { id } = chat.conversation;
    const removed = page.shelf.find((entry) => entry.id === id);
    shelve(without(page.shelf, id));
    acts.fresh();
    kept.keepRuns(id, []);
    set({ removed, announcement: 'Removed from the list.' });
  },
  putBack: () => {
    shelve([page.removed, ...without(page.shelf, page.removed.id)]);
    show(page.removed.id, page.removed.bot);
    set({ removed: null });
  },
  dismiss: () => set({ removed: null }),
  drawer: (drawer) => set({ drawer }),
  name: (name) => {
    kept.keepName(name.trim());
    set({ name: name.trim() || null });
  },
  look: (look) => {
    kept.keepLook(look);
    if (look === 'system') {
      delete document.documentElement.dataset.look;
    } else {
      document.documentElement.dataset.look = look;
    }
    set({ look });
  },
};

/** Waiting times go on while something is waited for. */
setInterval(() => {
  if (chat?.conversation?.turns.some((turn) => turn.run && isOpen(turn.run))) {
    changed();
  }
}, 1000);

addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing && session.phase === 'open') {
    if (page.drawer) {
      acts.drawer(false);
    } else {
      acts.cancel();
    }
  }
});
addEventListener('click', copyClicked);
/** Another tab has changed what is remembered. */
addEventListener('storage', () => set({ shelf: kept.shelf(), name: kept.name() }));
addEventListener('popstate', () => session.phase === 'open' && openFromAddress());
addEventListener('hashchange', () => {
  const brought = session.takeFromAddress();
  if (brought) {
    session.start(brought);
  }
});

session.start(session.takeFromAddress());
changed();
