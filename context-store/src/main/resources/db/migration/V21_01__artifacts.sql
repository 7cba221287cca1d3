-- Whoever keeps bytes that are there already holds their row shared until it commits, and whoever frees them takes it alone: bytes
-- that somebody refers to are never freed, and bytes that nobody refers to are never relied on.

create function keep_content_v0(the_workspace text, the_sha256 text, the_bytes bytea) returns void
language plpgsql as $$
declare
    chunk constant integer := 262144;
begin
    loop
        insert into context.artifact_contents (workspace_id, sha256) values (the_workspace, the_sha256)
        on conflict do nothing;
        if found then
            insert into context.artifact_chunks (workspace_id, sha256, place, bytes)
            select the_workspace, the_sha256, place, substring(the_bytes from place * chunk + 1 for chunk)
            from generate_series(0, (length(the_bytes) - 1) / chunk) as place
            where length(the_bytes) > 0;
            return;
        end if;
        perform from context.artifact_contents c
        where c.workspace_id = the_workspace and c.sha256 = the_sha256
        for key share;
        if found then
            return;
        end if;
    end loop;
end
$$;

-- Does nothing where an artifact or a file refers to them still.
create function free_content_v0(the_workspace text, the_sha256 text) returns void
language plpgsql as $$
begin
    perform from context.artifact_contents c
    where c.workspace_id = the_workspace and c.sha256 = the_sha256
    for update;
    delete from context.artifact_contents c
    where c.workspace_id = the_workspace and c.sha256 = the_sha256
        and not exists (
            select from context.artifacts a where a.workspace_id = the_workspace and a.sha256 = the_sha256)
        and not exists (
            select from context.files f where f.workspace_id = the_workspace and f.sha256 = the_sha256);
end
$$;

-- Metadata and bytes in one transaction. The outcome is kept, fenced (the attempt may not write), taken (another artifact of this
-- attempt has that id) or gone (a repetition of what has expired). A later attempt makes its run's artifacts anew.
create function put_artifact_v0(
    the_workspace text, the_run uuid, the_attempt integer, the_operation text,
    the_bot text, the_conversation text, the_thread text, the_runner text, the_id text, the_type text, the_mime text,
    the_name text, the_sha256 text, the_metadata text, the_bytes bytea, the_ttl double precision,
    out outcome text, out created timestamptz, out expires timestamptz)
language plpgsql as $$
declare
    write  record;
    former text;
begin
    write := context.claim_write_v0(the_workspace, the_run, the_attempt, the_operation);
    if not write.admitted then
        outcome := 'fenced';
        return;
    end if;
    if write.answered is null then
        select a.sha256 into former from context.artifacts a
        where a.workspace_id = the_workspace and a.run_id = the_run and a.artifact_id = the_id
        for update;
        perform context.keep_content_v0(the_workspace, the_sha256, the_bytes);
        insert into context.artifacts as a
            (workspace_id, run_id, artifact_id, attempt, bot_id, conversation_id, thread_id, runner_id,
             artifact_type, mime_type, name, size_bytes, sha256, metadata, created_at, expires_at)
        values (the_workspace, the_run, the_id, the_attempt, the_bot, the_conversation, the_thread, the_runner,
            the_type, the_mime, the_name, length(the_bytes), the_sha256, the_metadata::jsonb,
            now(), now() + make_interval(secs => the_ttl))
        on conflict (workspace_id, run_id, artifact_id) do update
            set attempt = excluded.attempt, runner_id = excluded.runner_id, artifact_type = excluded.artifact_type,
                mime_type = excluded.mime_type, name = excluded.name, size_bytes = excluded.size_bytes,
                sha256 = excluded.sha256, metadata = excluded.metadata, scope = excluded.scope, scope_key = excluded.scope_key,
                created_at = excluded.created_at, expires_at = excluded.expires_at
            where a.attempt < excluded.attempt or a.expires_at <= now()
        returning a.created_at, a.expires_at into created, expires;
        if found then
            outcome := 'kept';
            if former <> the_sha256 then
                perform context.free_content_v0(the_workspace, former);
            end if;
            return;
        end if;
        -- Bytes that were kept for nothing.
        perform context.free_content_v0(the_workspace, the_sha256);
        update context.state_operations o set changed = false
        where o.workspace_id = the_workspace and o.run_id = the_run
            and o.attempt = the_attempt and o.operation_id = the_operation;
        outcome := 'taken';
        return;
    end if;
    select a.created_at, a.expires_at into created, expires from context.artifacts a
    where write.answered and a.workspace_id = the_workspace and a.run_id = the_run and a.artifact_id = the_id;
    outcome := case when not write.answered then 'taken' when found then 'kept' else 'gone' end;
end
$$;

-- Forgets some of what has expired, and the bytes that nobody refers to any more. Answers how many artifacts there were: fewer than
-- asked for, and nothing is left. Replicas may call it at once.
create function expire_artifacts_v0(most integer) returns integer
language plpgsql as $$
declare
    gone record;
    many integer := 0;
begin
    for gone in
        with dead as (
            delete from context.artifacts a where a.ctid = any (array(
                select o.ctid from context.artifacts o
                where o.expires_at <= now() order by o.expires_at limit most for update skip locked))
            returning a.workspace_id, a.sha256)
        select workspace_id, sha256, count(*) as many from dead
        group by workspace_id, sha256 order by workspace_id, sha256
    loop
        many := many + gone.many;
        perform context.free_content_v0(gone.workspace_id, gone.sha256);
    end loop;
    return many;
end
$$;
