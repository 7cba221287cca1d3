-- How many bytes the artifacts of a workspace have, with those of uploads under way. Whoever keeps an artifact adds it here, one after
-- the other in a workspace; what went otherwise is counted anew when a minute is over, and before anybody is told that there is no room.
create table artifact_room (
    workspace_id text        primary key,
    bytes        bigint      not null,
    counted_at   timestamptz not null
) with (fillfactor = 50);

-- As put_artifact_v1, with one outcome more: full, where the workspace has no room for so much. A repetition needs none.
create function put_artifact_v2(
    the_workspace text, the_run uuid, the_attempt integer, the_operation text,
    the_bot text, the_conversation text, the_thread text, the_runner text, the_id text, the_type text, the_mime text,
    the_name text, the_sha256 text, the_metadata text, the_bytes bytea, the_ttl double precision,
    the_scope text, the_scope_key text, the_summary text, the_quota bigint,
    out outcome text, out created timestamptz, out expires timestamptz)
language plpgsql as $$
declare
    room     context.artifact_room;
    repeated boolean;
begin
    insert into context.artifact_room (workspace_id, bytes, counted_at) values (the_workspace, 0, '-infinity')
    on conflict do nothing;
    select * into room from context.artifact_room r where r.workspace_id = the_workspace for update;
    -- Asked behind the lock: the same at the same time is a repetition of whoever came first.
    repeated := exists (
        select from context.state_operations o
        where o.workspace_id = the_workspace and o.run_id = the_run
            and o.attempt = the_attempt and o.operation_id = the_operation);
    if not repeated then
        if room.counted_at < clock_timestamp() - interval '1 minute'
            or (room.bytes + length(the_bytes) > the_quota and room.counted_at < clock_timestamp() - interval '1 second')
        then
            room.counted_at := clock_timestamp();
            -- As who begins an upload: one after the other, so that none counts what another is about to add.
            perform pg_advisory_xact_lock(hashtext('context.uploads'), hashtext(the_workspace));
            room.bytes := context.fold_artifact_sums_v1(the_workspace);
            select room.bytes + coalesce(sum(u.size_bytes), 0) into room.bytes
            from context.artifact_uploads u
            where u.workspace_id = the_workspace and not u.finished and u.expires_at > now()
                -- What an attempt that is over began comes to no end.
                and (u.attempt is null or exists (
                    select from context.fences f
                    where f.workspace_id = u.workspace_id and f.run_id = u.run_id
                        and not f.ended and not f.erased and f.attempt <= u.attempt));
            update context.artifact_room r set bytes = room.bytes, counted_at = room.counted_at
            where r.workspace_id = the_workspace;
        end if;
        if room.bytes + length(the_bytes) > the_quota then
            outcome := case when exists (
                select from context.fences f
                where f.workspace_id = the_workspace and f.run_id = the_run
                    and not f.ended and not f.erased and f.attempt <= the_attempt) then 'full' else 'fenced' end;
            return;
        end if;
    end if;
    select p.outcome, p.created, p.expires into outcome, created, expires
    from context.put_artifact_v1(
        the_workspace, the_run, the_attempt, the_operation, the_bot, the_conversation, the_thread, the_runner, the_id, the_type,
        the_mime, the_name, the_sha256, the_metadata, the_bytes, the_ttl, the_scope, the_scope_key, the_summary) p;
    if outcome = 'kept' and not repeated then
        update context.artifact_room r set bytes = r.bytes + length(the_bytes) where r.workspace_id = the_workspace;
    end if;
end
$$;
