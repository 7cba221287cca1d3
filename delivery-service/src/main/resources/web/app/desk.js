// What the person does comes in here; what is to be seen of it goes to `view/`.
import { Album } from './chat/album.js';
import { Chat } from './chat/chat.js';
import { sendLaterElsewhere } from './chat/laterelsewhere.js';
import { Tray } from './chat/tray.js';
import { Session } from './session.js';
import { freshConversationId } from './fresh.js';
import { belongingsOf } from './keep/belongings.js';
import { kept } from './keep/kept.js';
import { content } from './net/artifacts.js';
import { conversationAddress, DEFAULT_BOT, readAddress } from './state/address.js';
import { botsOf } from './state/bots.js';
import { partsOf, turnOf } from './state/conversation.js';
import { t } from './state/language.js';
import { whyTooLong } from './state/limits.js';
import { maySpeak } from './state/rights.js';
import { listed, nameOf, renamed, titleOf, used, without } from './state/shelf.js';
import { announced, announcedPhotos, whyNotShown } from './state/words.js';

/** Before a key is known, and after it is forgotten. */
const NOBODYS = { shelf: [], name: null, drawer: false, renaming: false, removed: null, enlarged: null, announcement: '', bindings: [], draft: '', editing: false, tooLong: '', search: null };

/** @param changed told when there is something else to be seen */
export function desk(changed) {
  const session = new Session({ changed, opened, closed, back });
  let page = { ...NOBODYS, look: kept.look() };
  let belongings = null;
  let chat = null;
  /** Each key has its own: what was asked with one is never shown with another. */
  let album = null;
  let tray = null;

  function set(values) {
    page = { ...page, ...values };
    changed();
  }

  function opened() {
    putDown();
    chat = null;
    album = new Album(changed);
    tray = new Tray(album, trayed);
    belongings = belongingsOf(session.me);
    set({ ...NOBODYS, shelf: belongings.shelf(), name: belongings.name() });
    openFromAddress();
    sendLaterElsewhere(session, belongings, () => chat?.conversation, album);
    askBots(session.api);
  }

  /** The host can be reached again. */
  function back() {
    if (chat) {
      chat.reached();
      sendLaterElsewhere(session, belongings, () => chat?.conversation, album);
    }
  }

  /** A list to choose from is a help; without it a bot is named by hand. */
  async function askBots(api) {
    const { items = [] } = await api.bindings().catch(() => ({}));
    if (api === session.api) {
      set({ bindings: items });
    }
  }

  function closed() {
    putDown();
    chat = album = tray = belongings = null;
    set(NOBODYS);
  }

  /** What still comes of an older key changes nothing. */
  function putDown() {
    chat?.close();
    tray?.take();
    album?.clear();
  }

  function openFromAddress() {
    const { conversation, bot } = readAddress(location.hash);
    if (conversation) {
      const known = page.shelf.find((entry) => entry.id === conversation);
      show({ id: conversation, bot: bot ?? known?.bot ?? DEFAULT_BOT });
    } else {
      startAnew();
    }
  }

  function startAnew() {
    const bot = chat?.conversation.bot ?? page.shelf[0]?.bot ?? DEFAULT_BOT;
    openChat({ id: freshConversationId(), bot });
  }

  function show({ id, bot }) {
    if (chat?.conversation.id === id && chat.conversation.bot === bot) {
      return;
    }
    const address = conversationAddress({ id, bot });
    if (location.hash !== address) {
      history.pushState(null, '', address);
    }
    openChat({ id, bot });
  }

  function openChat(named) {
    chat?.close();
    album.restAll();
    chat = new Chat(session, belongings, named, { changed, stands }, album);
    if (!session.away) {
      chat.sendLater();
    }
    const draft = belongings.draft(named);
    set({ drawer: false, renaming: false, enlarged: null, editing: false, search: null, draft, tooLong: whyTooLong(draft) });
  }

  function stands(turn) {
    set({ announcement: announced(turn.run, chat.conversation.bot, partsOf(turn)) });
  }

  function trayed() {
    set({ announcement: announcedPhotos(tray.shown) });
  }

  function shelve(shelf) {
    belongings.keepShelf(shelf);
    set({ shelf });
  }

  function actor() {
    return { actor_type: 'user', actor_id: page.name ?? 'web', actor_name: page.name ?? 'Web' };
  }

  const acts = {
    enterKey: (key) => session.enter(key.trim()),
    chooseKey: (brought) => session.choose(brought),
    leave: () => {
      session.leave();
      history.replaceState(null, '', location.pathname);
    },
    fresh: () => {
      history.pushState(null, '', location.pathname);
      startAnew();
    },
    open: show,
    talkTo: (bot) => bot && bot !== chat.conversation.bot && openChat({ id: chat.conversation.id, bot }),
    /** What is being written, so that it is found again. */
    write: (text) => {
      belongings.keepDraft(chat.conversation, text);
      const tooLong = whyTooLong(text);
      if (tooLong !== page.tooLong) {
        set({ tooLong });
      }
    },
    say: (text, photos = []) => {
      const title = titleOf(text) ?? photos[0]?.name ?? null;
      shelve(used(page.shelf, chat.conversation, Date.now(), nameOf(null, chat.conversation) ?? title));
      history.replaceState(null, '', conversationAddress(chat.conversation));
      chat.say(text, actor(), photos);
      set({ announcement: t('Sending') });
    },
    /** What was written, and what lies beside it. */
    send: (text) => {
      if (whyTooLong(text)) {
        set({ tooLong: whyTooLong(text), announcement: whyTooLong(text) });
        return false;
      }
      if (text.trim() || tray.shown.photos.length) {
        belongings.keepDraft(chat.conversation, null);
        set({ draft: '', editing: false });
        acts.say(text.trim() ? text : '', tray.take());
      }
      return true;
    },
    /** The same once more, as a message of its own. */
    retry: (eventId) => {
      const turn = turnOf(chat.conversation, eventId);
      if (turn) {
        acts.say(turn.said ?? '', turn.attached.filter(({ artifactId }) => artifactId));
      }
    },
    /** @returns what is to be written on */
    edit: (eventId) => {
      const turn = turnOf(chat.conversation, eventId);
      const unsent = turn.run?.phase === 'unsent';
      if (unsent) {
        chat.takeBack(eventId);
      }
      acts.write(turn.said ?? '');
      set({ editing: !unsent });
      return turn.said ?? '';
    },
    stopEditing: () => {
      acts.write('');
      set({ editing: false });
    },
    confirm: (eventId) => chat.confirm(eventId),
    search: (search) => set({ search }),
    /** Reads what was said before, until the beginning is there. */
    readAll: async () => {
      const reading = chat;
      while (page.search !== null && chat === reading && chat.conversation.history.reach === 'more' && !chat.conversation.history.older.why) {
        await chat.older();
        await new Promise((resume) => setTimeout(resume, 50));
      }
    },
    /** @returns a file's bytes, or null */
    download: async (reference) => {
      try {
        return await content(session.api, reference);
      } catch ({ status, message }) {
        set({ announcement: `${reference.name ?? t('File')}: ${whyNotShown(status, message)}` });
        return null;
      }
    },
    attach: (files) => files.length && maySpeak(session.me) && tray?.add(files),
    detach: (key) => tray.remove(key),
    sight: (picture, inSight) => album?.sight(session.api, picture, inSight),
    showAgain: (picture) => album.again(session.api, picture),
    enlarge: (enlarged) => set({ enlarged }),
    sayAgain: (eventId) => chat.sayAgain(eventId),
    takeBack: (eventId) => chat.takeBack(eventId),
    actor,
    respond: (eventId, question, actionId, entries) => chat.respond(eventId, question, actionId, entries, actor().actor_id),
    cancel: (eventId) => chat.cancel(eventId),
    stopGraph: (graph) => chat.stopGraph(graph),
    older: () => chat.older(),
    load: () => chat.load(),
    rename: (title) => {
      shelve(renamed(listed(page.shelf, chat.conversation, Date.now()), chat.conversation.id, title));
      set({ renaming: false });
    },
    renaming: (renaming) => set({ renaming }),
    remove: () => {
      const entry = page.shelf.find(({ id }) => id === chat.conversation.id);
      if (entry) {
        const removed = { entry, runs: belongings.runs(entry) };
        shelve(without(page.shelf, entry.id));
        acts.fresh();
        belongings.keepRuns(entry, []);
        set({ removed, announcement: t('Removed from the list.') });
      }
    },
    putBack: () => {
      const { entry, runs } = page.removed;
      shelve([entry, ...without(page.shelf, entry.id)]);
      belongings.keepRuns(entry, runs);
      set({ removed: null });
      show(entry);
    },
    dismiss: () => set({ removed: null }),
    drawer: (drawer) => set({ drawer }),
    name: (name) => {
      belongings.keepName(name.trim());
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

  return {
    acts,
    seen: () => ({ ...page, bots: botsOf(page.bindings, page.shelf, chat?.conversation.bot), session, album, tray: tray?.shown ?? null, conversation: chat?.conversation ?? null, now: Date.now() }),
    waits: () => chat?.waits ?? false,

    /** Files are lost where the page is left. */
    losesFiles: () => album?.hasOwn ?? false,

    /** Something may have been said in another tab, or on another device. */
    glance: () => session.phase === 'open' && !session.away && chat?.glance(),

    /** The browser has a network again. */
    online: () => session.hurry(),

    /** The address names another conversation. */
    addressed: () => {
      if (session.phase === 'open' && readAddress(location.hash).key === null) {
        openFromAddress();
      }
    },

    /** The address may bring a key while the page is open. */
    brought: () => {
      const key = session.takeFromAddress();
      if (key) {
        session.start(key);
      }
    },

    escaped: () => {
      if (page.drawer) {
        acts.drawer(false);
      } else if (page.search !== null) {
        acts.search(null);
      } else if (page.editing) {
        acts.stopEditing();
      } else if (session.phase === 'open' && maySpeak(session.me)) {
        chat.cancel();
      }
    },

    /** Another tab has changed what is remembered. */
    remembered: (event) => {
      if (session.phase !== 'open') {
        return;
      }
      if (kept.wasForgotten(event)) {
        acts.leave();
      } else {
        set({ shelf: belongings.shelf(), name: belongings.name() });
      }
    },

    start: () => session.start(session.takeFromAddress()),
  };
}
