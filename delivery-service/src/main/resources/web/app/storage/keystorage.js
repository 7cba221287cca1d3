// What this browser remembers for one key. It is kept under the key's name, so that no other key finds it.
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
    /** What was written and not sent; of a conversation that is not listed yet under one name for all of these. */
    draft: (conversation) => text(read(draft(conversation))) ?? '',
    storeDraft: (conversation, written) => keep(draft(conversation), written || null),
    /** Turns that were open, unsent, or ended a moment ago. */
    runs: (conversation) => list(read(runs(conversation))).filter((turn) => text(turn?.eventId) && turn.run),
    storeRuns: (conversation, turns) => keep(runs(conversation), turns.length ? turns : null),
  };
}

/** Where the key was forgotten, perhaps in another tab a moment ago, nothing is kept any more. */
function keep(name, value) {
  if (browserStorage.key() !== null) {
    write(name, value);
  }
}
