// Storage of the browser for one key, under names with the id of the key.
import { browserStorage } from './browserstorage.js';
import { list, read, text, write } from './localstorage.js';

/** @param caller {workspace_id, key_id}, as the host names the key */
export function keyStorageOf({ workspace_id: workspace, key_id: keyId }) {
  const named = (...path) => ['of', workspace, keyId, ...path].map(encodeURIComponent).join('/');
  const runs = ({ id, bot }) => named('runs', bot, id);
  const listed = ({ id, bot }) => list(read(named('conversations'))).some((entry) => entry?.id === id && entry?.bot === bot);
  const draft = (conversation) => (listed(conversation) ? named('draft', conversation.bot, conversation.id) : named('draft'));
  return {
    name: () => text(read(named('name'))),
    storeName: (name) => keep(named('name'), name || null),
    conversations: () => list(read(named('conversations'))).filter((entry) => text(entry?.id) && text(entry?.bot)),
    storeList: (conversations) => keep(named('conversations'), conversations.length ? conversations : null),
    /** Drafts; all conversations that are not listed yet share one draft. */
    draft: (conversation) => text(read(draft(conversation))) ?? '',
    storeDraft: (conversation, written) => keep(draft(conversation), written || null),
    /** Turns that are open, unsent, or ended recently. */
    runs: (conversation) => list(read(runs(conversation))).filter((turn) => text(turn?.eventId) && turn.run),
    storeRuns: (conversation, turns) => keep(runs(conversation), turns.length ? turns : null),
  };
}

/** Stores nothing after the key was removed, also by another tab. */
function keep(name, value) {
  if (browserStorage.key() !== null) {
    write(name, value);
  }
}
