// Pages of a transcript, as the host gives them: newest first.

export const item = (seq, role, event, content) =>
  ({ transcript_id: `t${seq}`, event_id: event, role, content, seq, created_at: seq, artifact_refs: [], metadata: {} });

export const page = (items, next = null) => ({ items: items.toReversed(), next_cursor: next, has_more: next !== null });

/** So many turns, two entries each: what was said, and the same in capitals. */
export const talk = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)
    .flatMap((n) => [item(2 * n, 'user', `e${n}`, `n${n}`), item(2 * n + 1, 'assistant', `e${n}`, `N${n}`)]);
