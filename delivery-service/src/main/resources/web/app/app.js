// Handles the input of the person, and provides the state that `view/` draws.
import { PictureCache } from './chat/picturecache.js';
import { Chat } from './chat/chat.js';
import { sendPendingElsewhere } from './chat/otherconversations.js';
import { Attachments } from './chat/attachments.js';
import { Session } from './session.js';
import { newConversationId } from './ids.js';
import { keyStorageOf } from './storage/keystorage.js';
import { browserStorage } from './storage/browserstorage.js';
import { content } from './net/artifacts.js';
import { conversationAddress, DEFAULT_BOT, readAddress } from './state/address.js';
import { botsOf } from './state/bots.js';
import { partsOf, turnOf } from './state/conversation.js';
import { t } from './state/language.js';
import { whyTooLong } from './state/limits.js';
import { mayWrite } from './state/rights.js';
import { listed, nameOf, renamed, titleOf, used, without } from './state/conversationlist.js';
import { announced, announcedPhotos, whyNotShown } from './state/texts.js';

/** The state without a key. */
const WITHOUT_KEY = { conversations: [], name: null, drawer: false, renaming: false, removed: null, enlarged: null, announcement: '', bindings: [], draft: '', editing: false, tooLong: '', search: null };

/** @param changed called after each change of the state */
export function createApp(changed) {
  const session = new Session({ changed, opened, closed, back });
  let page = { ...WITHOUT_KEY, look: browserStorage.look() };
  let keyStorage = null;
  let chat = null;
  /** Each key has its own cache: pictures of one key are never shown with another. */
  let pictureCache = null;
  let attachments = null;

  function set(values) {
    page = { ...page, ...values };
    changed();
  }

  function opened() {
    closeChat();
    chat = null;
    pictureCache = new PictureCache(changed);
    attachments = new Attachments(pictureCache, attachmentsChanged);
    keyStorage = keyStorageOf(session.me);
    set({ ...WITHOUT_KEY, conversations: keyStorage.conversations(), name: keyStorage.name() });
    openFromAddress();
    sendPendingElsewhere(session, keyStorage, () => chat?.conversation, pictureCache);
    readBots(session.api);
  }

  /** The host is available again. */
  function back() {
    if (chat) {
      chat.reached();
      sendPendingElsewhere(session, keyStorage, () => chat?.conversation, pictureCache);
    }
  }

  /** Reads the list of bots; without it the person types the name of a bot. */
  async function readBots(api) {
    const { items = [] } = await api.bindings().catch(() => ({}));
    if (api === session.api) {
      set({ bindings: items });
    }
  }

  function closed() {
    closeChat();
    chat = pictureCache = attachments = keyStorage = null;
    set(WITHOUT_KEY);
  }

  /** Closes the conversation, so that late responses of an older key change nothing. */
  function closeChat() {
    chat?.close();
    attachments?.take();
    pictureCache?.clear();
  }

  function openFromAddress() {
    const { conversation, bot } = readAddress(location.hash);
    if (conversation) {
      const known = page.conversations.find((entry) => entry.id === conversation);
      show({ id: conversation, bot: bot ?? known?.bot ?? DEFAULT_BOT });
    } else {
      startConversation(bot);
    }
  }

  /** Begins a conversation with this bot, or with the bot of the present or latest conversation. */
  function startConversation(wanted = null) {
    const bot = wanted ?? chat?.conversation.bot ?? page.conversations[0]?.bot ?? DEFAULT_BOT;
    openChat({ id: newConversationId(), bot });
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
    pictureCache.pauseAll();
    chat = new Chat(session, keyStorage, named, { changed, stands }, pictureCache);
    if (!session.away) {
      chat.sendPending();
    }
    const draft = keyStorage.draft(named);
    set({ drawer: false, renaming: false, enlarged: null, editing: false, search: null, draft, tooLong: whyTooLong(draft) });
  }

  function stands(turn) {
    set({ announcement: announced(turn.run, chat.conversation.bot, partsOf(turn)) });
  }

  function attachmentsChanged() {
    set({ announcement: announcedPhotos(attachments.shown) });
  }

  function storeList(conversations) {
    keyStorage.storeList(conversations);
    set({ conversations });
  }

  function actor() {
    return { actor_type: 'user', actor_id: page.name ?? 'web', actor_name: page.name ?? 'Web' };
  }

  const handlers = {
    enterKey: (key) => session.enter(key.trim()),
    chooseKey: (brought) => session.choose(brought),
    leave: () => {
      session.leave();
      history.replaceState(null, '', location.pathname);
    },
    fresh: () => {
      history.pushState(null, '', location.pathname);
      startConversation();
    },
    open: show,
    talkTo: (bot) => bot && bot !== chat.conversation.bot && openChat({ id: chat.conversation.id, bot }),
    /** Stores the draft. */
    write: (text) => {
      keyStorage.storeDraft(chat.conversation, text);
      const tooLong = whyTooLong(text);
      if (tooLong !== page.tooLong) {
        set({ tooLong });
      }
    },
    say: (text, photos = []) => {
      const title = titleOf(text) ?? photos[0]?.name ?? null;
      storeList(used(page.conversations, chat.conversation, Date.now(), nameOf(null, chat.conversation) ?? title));
      history.replaceState(null, '', conversationAddress(chat.conversation));
      chat.say(text, actor(), photos);
      set({ announcement: t('Sending') });
    },
    /** Sends the draft with its attachments. */
    send: (text) => {
      if (whyTooLong(text)) {
        set({ tooLong: whyTooLong(text), announcement: whyTooLong(text) });
        return false;
      }
      if (text.trim() || attachments.shown.photos.length) {
        keyStorage.storeDraft(chat.conversation, null);
        set({ draft: '', editing: false });
        handlers.say(text.trim() ? text : '', attachments.take());
      }
      return true;
    },
    /** Sends the same text and attachments as a new message. */
    retry: (eventId) => {
      const turn = turnOf(chat.conversation, eventId);
      if (turn) {
        handlers.say(turn.message ?? '', turn.attached.filter(({ artifactId }) => artifactId));
      }
    },
    /** @returns the text to edit */
    edit: (eventId) => {
      const turn = turnOf(chat.conversation, eventId);
      const unsent = turn.run?.phase === 'unsent';
      if (unsent) {
        chat.discardMessage(eventId);
      }
      handlers.write(turn.message ?? '');
      set({ editing: !unsent });
      return turn.message ?? '';
    },
    stopEditing: () => {
      handlers.write('');
      set({ editing: false });
    },
    confirm: (eventId) => chat.confirm(eventId),
    search: (search) => set({ search }),
    /** Reads earlier messages up to the beginning of the conversation. */
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
    attach: (files) => files.length && mayWrite(session.me) && attachments?.add(files),
    detach: (key) => attachments.remove(key),
    sight: (picture, inSight) => pictureCache?.sight(session.api, picture, inSight),
    showAgain: (picture) => pictureCache.again(session.api, picture),
    enlarge: (enlarged) => set({ enlarged }),
    sayAgain: (eventId) => chat.sayAgain(eventId),
    discardMessage: (eventId) => chat.discardMessage(eventId),
    actor,
    respond: (eventId, question, actionId, entries) => chat.respond(eventId, question, actionId, entries, actor().actor_id),
    cancel: (eventId) => chat.cancel(eventId),
    stopGraph: (graph) => chat.stopGraph(graph),
    older: () => chat.older(),
    load: () => chat.load(),
    rename: (title) => {
      storeList(renamed(listed(page.conversations, chat.conversation, Date.now()), chat.conversation.id, title));
      set({ renaming: false });
    },
    renaming: (renaming) => set({ renaming }),
    remove: () => {
      const entry = page.conversations.find(({ id }) => id === chat.conversation.id);
      if (entry) {
        const removed = { entry, runs: keyStorage.runs(entry) };
        storeList(without(page.conversations, entry.id));
        handlers.fresh();
        keyStorage.storeRuns(entry, []);
        set({ removed, announcement: t('Removed from the list.') });
      }
    },
    restoreEntry: () => {
      const { entry, runs } = page.removed;
      storeList([entry, ...without(page.conversations, entry.id)]);
      keyStorage.storeRuns(entry, runs);
      set({ removed: null });
      show(entry);
    },
    dismiss: () => set({ removed: null }),
    drawer: (drawer) => set({ drawer }),
    name: (name) => {
      keyStorage.storeName(name.trim());
      set({ name: name.trim() || null });
    },
    look: (look) => {
      browserStorage.storeLook(look);
      if (look === 'system') {
        delete document.documentElement.dataset.look;
      } else {
        document.documentElement.dataset.look = look;
      }
      set({ look });
    },
  };

  return {
    handlers,
    seen: () => ({ ...page, bots: botsOf(page.bindings, page.conversations, chat?.conversation.bot), session, pictureCache, attachments: attachments?.shown ?? null, conversation: chat?.conversation ?? null, now: Date.now() }),
    waits: () => chat?.waits ?? false,

    /** Returns true if files are lost when the page is closed. */
    hasUnsentFiles: () => pictureCache?.hasOwn ?? false,

    /** Checks for messages of other tabs and devices. */
    checkForUpdates: () => session.phase === 'open' && !session.away && chat?.checkForUpdates(),

    /** The browser has a network again. */
    online: () => session.retryNow(),

    /** Opens the conversation of the address. */
    addressed: () => {
      if (session.phase === 'open' && readAddress(location.hash).key === null) {
        openFromAddress();
      }
    },

    /** The address may contain a new key while the page is open. */
    brought: () => {
      const key = session.takeFromAddress();
      if (key) {
        session.start(key);
      }
    },

    escaped: () => {
      if (page.drawer) {
        handlers.drawer(false);
      } else if (page.search !== null) {
        handlers.search(null);
      } else if (page.editing) {
        handlers.stopEditing();
      } else if (session.phase === 'open' && mayWrite(session.me)) {
        chat.cancel();
      }
    },

    /** Another tab has changed the storage. */
    remembered: (event) => {
      if (session.phase !== 'open') {
        return;
      }
      if (browserStorage.wasRemoved(event)) {
        handlers.leave();
      } else {
        set({ conversations: keyStorage.conversations(), name: keyStorage.name() });
      }
    },

    start: () => session.start(session.takeFromAddress()),
  };
}
