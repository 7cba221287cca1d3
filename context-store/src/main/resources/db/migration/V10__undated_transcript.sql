-- Built while everything is served: it waits for nobody's writes, and nobody's writes wait for it. What a kill left half built is dropped.
set statement_timeout = 0;
set lock_timeout = 0;
drop index concurrently if exists transcript_undated;
create index concurrently transcript_undated on transcript (conversation, seq) where logged_at is null;
