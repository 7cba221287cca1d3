-- Bytes that come in parts. Each function is one question in one round trip; parts of one upload that come at once meet in its row,
-- where the offset says which of them is the next.

-- The outcome is begun, fenced, many (too many are open) or full (the workspace has no room for so much).
create function begin_upload_v0(
    the_upload uuid, the_workspace text, the_begun_by text, the_run uuid, the_attempt integer, the_bot text,
    the_conversation text, the_thread text, the_runner text, the_id text, the_type text, the_scope text, the_scope_key text,
    the_mime text, the_name text, the_sha256 text, the_metadata text, the_size bigint,
    the_quota bigint, the_most integer, the_patience double precision) returns text
language plpgsql as $$
declare
    open record;
    kept bigint;
begin
    -- One after the other in a workspace, so that none counts what another is about to add.
    perform pg_advisory_xact_lock(hashtext('context.uploads'), hashtext(the_workspace));
    if the_attempt is not null then
        perform from context.fences f
        where f.workspace_id = the_workspace and f.run_id = the_run
            and not f.ended and not f.erased and f.attempt <= the_attempt;
        if not found then
            return 'fenced';
        end if;
    end if;
    select count(*) as many, coalesce(sum(u.size_bytes), 0) as bytes into open
    from context.artifact_uploads u
    where u.workspace_id = the_workspace and not u.finished and u.expires_at > now()
        -- What an attempt that is over began comes to no end.
        and (u.attempt is null or exists (
            select from context.fences f
            where f.workspace_id = u.workspace_id and f.run_id = u.run_id
                and not f.ended and not f.erased and f.attempt <= u.attempt));
    if open.many >= the_most then
        return 'many';
    end if;
    select coalesce(sum(a.size_bytes), 0) into kept from context.artifacts a where a.workspace_id = the_workspace;
    if open.bytes + kept + the_size > the_quota then
        return 'full';
    end if;
    insert into context.artifact_contents (workspace_id, sha256) values (the_workspace, 'upload/' || the_upload);
    insert into context.artifact_uploads
        (upload_id, workspace_id, begun_by, attempt, run_id, bot_id, conversation_id, thread_id, runner_id, artifact_id,
         artifact_type, scope, scope_key, mime_type, name, sha256, metadata, size_bytes, expires_at)
    values (the_upload, the_workspace, the_begun_by, the_attempt, the_run, the_bot, the_conversation, the_thread, the_runner,
        the_id, the_type, the_scope, the_scope_key, the_mime, the_name, the_sha256, the_metadata::jsonb, the_size,
        now() + make_interval(secs => the_patience));
    return 'begun';
end
$$;

-- Bytes behind those that are there: what is missing of the last chunk, and then new ones.
create function add_chunks_v0(the_workspace text, the_content text, the_offset bigint, the_bytes bytea) returns void
language plpgsql as $$
declare
    chunk constant integer := 262144;
    first integer := (the_offset / chunk)::integer;
    inside integer := (the_offset % chunk)::integer;
    head  integer := case when the_offset % chunk = 0 then 0 else least(chunk - inside, length(the_bytes)) end;
begin
    if head > 0 then
        update context.artifact_chunks c set bytes = c.bytes || substring(the_bytes from 1 for head)
        where c.workspace_id = the_workspace and c.sha256 = the_content and c.place = first;
        first := first + 1;
    end if;
    insert into context.artifact_chunks (workspace_id, sha256, place, bytes)
    select the_workspace, the_content, first + i, substring(the_bytes from head + i * chunk + 1 for chunk)
    from generate_series(0, (length(the_bytes) - head - 1) / chunk) as i
    where length(the_bytes) > head;
end
$$;

-- Bytes that were uploaded become those of that digest; where these are there already, they are the ones that stay.
create function adopt_content_v0(the_workspace text, the_upload uuid, the_sha256 text) returns void
language plpgsql as $$
begin
    loop
        insert into context.artifact_contents (workspace_id, sha256) values (the_workspace, the_sha256)
        on conflict do nothing;
        if found then
            update context.artifact_chunks c set sha256 = the_sha256
            where c.workspace_id = the_workspace and c.sha256 = 'upload/' || the_upload;
            exit;
        end if;
        perform from context.artifact_contents c
        where c.workspace_id = the_workspace and c.sha256 = the_sha256
        for key share;
        exit when found;
    end loop;
    delete from context.artifact_contents c
    where c.workspace_id = the_workspace and c.sha256 = 'upload/' || the_upload;
end
$$;

-- The last bytes and the artifact in one transaction: all bytes are there if and only if the artifact is. The outcome is kept,
-- elsewhere (as append_upload's false), fenced or taken (another artifact of this attempt has that id).
create function finish_upload_v0(
    the_workspace text, the_upload uuid, the_offset bigint, the_bytes bytea, the_sha256 text, the_mime text,
    the_ttl double precision,
    out outcome text, out created timestamptz, out expires timestamptz)
language plpgsql as $$
declare
    u      context.artifact_uploads;
    write  record;
    former text;
begin
    select * into u from context.artifact_uploads x
    where x.upload_id = the_upload and x.workspace_id = the_workspace and not x.finished and x.expires_at > now()
    for update;
    if not found or u.received <> the_offset or u.received + length(the_bytes) <> u.size_bytes then
        outcome := 'elsewhere';
        return;
    end if;
    if u.attempt is not null then
        write := context.claim_write_v0(the_workspace, u.run_id, u.attempt, 'upload/' || the_upload);
        if not write.admitted then
            outcome := 'fenced';
            return;
        end if;
    end if;
    select a.sha256 into former from context.artifacts a
    where a.workspace_id = the_workspace and a.run_id = u.run_id and a.artifact_id = u.artifact_id
    for update;
    perform context.add_chunks_v0(the_workspace, 'upload/' || the_upload, the_offset, the_bytes);
    perform context.adopt_content_v0(the_workspace, the_upload, the_sha256);
    insert into context.artifacts as a
        (workspace_id, run_id, artifact_id, attempt, bot_id, conversation_id, thread_id, runner_id,
         artifact_type, mime_type, name, size_bytes, sha256, metadata, created_at, expires_at, source, scope, scope_key)
    values (the_workspace, u.run_id, u.artifact_id, coalesce(u.attempt, 1), u.bot_id, u.conversation_id, u.thread_id,
        u.runner_id, u.artifact_type, the_mime, u.name, u.size_bytes, the_sha256, u.metadata,
        now(), now() + make_interval(secs => the_ttl), case when u.attempt is null then 'user' else 'runner' end,
        u.scope, u.scope_key)
    on conflict (workspace_id, run_id, artifact_id) do update
        set attempt = excluded.attempt, runner_id = excluded.runner_id, artifact_type = excluded.artifact_type,
            mime_type = excluded.mime_type, name = excluded.name, size_bytes = excluded.size_bytes,
            sha256 = excluded.sha256, metadata = excluded.metadata, scope = excluded.scope, scope_key = excluded.scope_key,
            created_at = excluded.created_at, expires_at = excluded.expires_at
        where a.attempt < excluded.attempt or a.expires_at <= now()
    returning a.created_at, a.expires_at into created, expires;
    if not found then
        perform context.free_content_v0(the_workspace, the_sha256);
        delete from context.artifact_uploads x where x.upload_id = the_upload;
        outcome := 'taken';
        return;
    end if;
    if former <> the_sha256 then
        perform context.free_content_v0(the_workspace, former);
    end if;
    -- Stays until its time is over, for whoever did not hear that it is done.
    update context.artifact_uploads x set received = u.size_bytes, finished = true where x.upload_id = the_upload;
    outcome := 'kept';
end
$$;

-- The upload and what came of it; an artifact that it became stays.
create function drop_upload_v0(the_workspace text, the_upload uuid, the_begun_by text) returns boolean
language plpgsql as $$
begin
    delete from context.artifact_uploads u
    where u.upload_id = the_upload and u.workspace_id = the_workspace and u.begun_by = the_begun_by;
    if not found then
        return false;
    end if;
    delete from context.artifact_contents c
    where c.workspace_id = the_workspace and c.sha256 = 'upload/' || the_upload;
    return true;
end
$$;

-- Some of those whose time is over. Answers how many; fewer than asked for, and nothing is left. Replicas may call it at once.
create function expire_uploads_v0(most integer) returns integer
language plpgsql as $$
declare
    gone record;
    many integer := 0;
begin
    for gone in
        delete from context.artifact_uploads u where u.upload_id = any (array(
            select o.upload_id from context.artifact_uploads o
            where o.expires_at <= now() order by o.expires_at limit most for update skip locked))
        returning u.workspace_id, u.upload_id
    loop
        many := many + 1;
        delete from context.artifact_contents c
        where c.workspace_id = gone.workspace_id and c.sha256 = 'upload/' || gone.upload_id;
    end loop;
    return many;
end
$$;
