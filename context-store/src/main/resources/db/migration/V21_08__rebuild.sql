-- Writes what was projected of the log's entries where the transcript says otherwise, and takes out what stands between them without
-- being in the log. None ends the conversation.
create function rebuild_entries_v0(the_rebuild uuid, entries jsonb) returns void
language plpgsql as $$
declare
    r        context.rebuilds;
    last_log bigint;
    first    bigint;
    last     bigint;
    n        bigint;
    gone     bigint;
begin
    select * into r from context.rebuilds x where x.rebuild_id = the_rebuild;
    if jsonb_array_length(entries) = 0 then
        update context.rebuilds x set underway = false where x.rebuild_id = the_rebuild;
        return;
    end if;
    select max(g.seq), min(l.transcript_seq), max(l.transcript_seq) into last_log, first, last
    from jsonb_to_recordset(entries) as g (seq bigint)
    join context.event_log l on l.conversation = r.conversation and l.seq = g.seq;
    with written as (
        insert into context.transcript as t
            (conversation, seq, transcript_id, event_id, run_id, role, content, content_json, artifact_refs, at, metadata,
             terms, item_type, logged_at)
        select r.conversation, l.transcript_seq, (g.said ->> 'transcript_id')::uuid, g.said ->> 'event_id',
            (g.said ->> 'run_id')::uuid, g.said ->> 'role', g.said ->> 'content', g.said -> 'content_json',
            g.said -> 'artifact_refs', l.at, g.said -> 'metadata', (g.said ->> 'terms')::tsvector,
            coalesce(g.said ->> 'item_type', 'message'), l.logged_at
        from jsonb_to_recordset(entries) as g (seq bigint, said jsonb)
        join context.event_log l on l.conversation = r.conversation and l.seq = g.seq
        on conflict (conversation, seq) do update
            set transcript_id = excluded.transcript_id, event_id = excluded.event_id, run_id = excluded.run_id,
                role = excluded.role, content = excluded.content, content_json = excluded.content_json,
                artifact_refs = excluded.artifact_refs, at = excluded.at, metadata = excluded.metadata,
                terms = excluded.terms, item_type = excluded.item_type, logged_at = excluded.logged_at
            where (t.transcript_id, t.event_id, t.run_id, t.role, t.content, t.content_json, t.artifact_refs, t.at,
                    t.metadata, t.terms, t.item_type, t.logged_at)
                is distinct from (excluded.transcript_id, excluded.event_id, excluded.run_id, excluded.role,
                    excluded.content, excluded.content_json, excluded.artifact_refs, excluded.at, excluded.metadata,
                    excluded.terms, excluded.item_type, excluded.logged_at)
        returning 1)
    select count(*) into n from written;
    delete from context.transcript t
    where t.conversation = r.conversation and t.seq > coalesce(r.said_seq, first - 1) and t.seq < last
        and not exists (
            select from jsonb_to_recordset(entries) as g (seq bigint)
            join context.event_log l on l.conversation = r.conversation and l.seq = g.seq
            where l.transcript_seq = t.seq);
    get diagnostics gone = row_count;
    update context.rebuilds x set
        log_seq = last_log, said_seq = last, entries = x.entries + jsonb_array_length(rebuild_entries_v0.entries),
        changed = x.changed + n, removed = x.removed + gone
    where x.rebuild_id = the_rebuild;
end
$$;
