-- Where in a conversation an entry stands: in a stretch of 4096 entries, and in one of 65536 (below zero). A search looks at the
-- newest stretches first, and stops when it has enough, so that a word that is everywhere costs no more than a rare one.
create function stretches(conversation bigint, seq bigint) returns bigint[]
language sql immutable strict parallel safe
return array[(conversation << 24) | (seq >> 12), -1 - ((conversation << 24) | (seq >> 16))];

-- What is looked for in an entry; null where it was stored before there were terms.
alter table transcript add column terms tsvector;

-- New entries wait in a list that every search reads to its end: a short one.
create index transcript_terms on transcript using gin (stretches(conversation, seq), terms)
    with (gin_pending_list_limit = 512) where terms is not null;
create index transcript_without_terms on transcript (conversation, seq) where terms is null;
