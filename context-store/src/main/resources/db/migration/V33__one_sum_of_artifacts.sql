-- As put_artifact_v2, and counts as who begins an upload does: with the one sum that there is (artifact_sums), which is right at once.
create function put_artifact_v3(
    the_workspace text, the_run uuid, the_attempt integer, the_operation text,
    the_bot text, the_conversation text, the_thread text, the_runner text, the_id text, the_type text, the_mime text,
    the_name text, the_sha256 text, the_metadata text, the_bytes bytea, the_ttl double precision,
    the_scope text, the_scope_key text, the_summary text, the_quota bigint,
    out outcome text, out created timestamptz, out expires timestamptz)
language plpgsql as $$
declare
    open bigint;
begin
    -- One after the other in a workspace, so that none counts what another is about to add.
    perform pg_advisory_xact_lock(hashtext('context.uploads'), hashtext(the_workspace));
    -- Asked behind the lock: the same at the same time is a repetition of whoever came first, and needs no room.
    if not exists (
        select from context.state_operations o
        where o.workspace_id = the_workspace and o.run_id = the_run
            and o.attempt = the_attempt and o.operation_id = the_operation)
    then
        select coalesce(sum(u.size_bytes), 0) into open
        from context.artifact_uploads u
        where u.workspace_id = the_workspace and not u.finished and u.expires_at > now()
            -- What an attempt that is over began comes to no end.
            and (u.attempt is null or exists (
                select from context.fences f
                where f.workspace_id = u.workspace_id and f.run_id = u.run_id
                    and not f.ended and not f.erased and f.attempt <= u.attempt));
        if open + context.fold_artifact_sums_v1(the_workspace) + length(the_bytes) > the_quota then
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
end
$$;

comment on table artifact_room is
    'Written by put_artifact_v2 alone, which builds of before schema 33 call: to be dropped with it once none of them runs beside this.';
