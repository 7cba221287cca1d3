-- A transaction that relies on stored bytes locks their row shared until it commits; one that frees bytes locks it exclusively. So
-- referenced bytes are never freed, and no transaction relies on bytes without a reference.

create function store_content_v1(p_workspace text, p_sha256 text, p_bytes bytea) returns void
language plpgsql as $$
declare
    chunk constant integer := 262144;
begin
    loop
        insert into context.artifact_contents (workspace_id, sha256) values (p_workspace, p_sha256)
        on conflict do nothing;
        if found then
            insert into context.artifact_chunks (workspace_id, sha256, ordinal, bytes)
            select p_workspace, p_sha256, ordinal, substring(p_bytes from ordinal * chunk + 1 for chunk)
            from generate_series(0, (length(p_bytes) - 1) / chunk) as ordinal
            where length(p_bytes) > 0;
            return;
        end if;
        perform from context.artifact_contents c
        where c.workspace_id = p_workspace and c.sha256 = p_sha256
        for key share;
        if found then
            return;
        end if;
    end loop;
end
$$;

-- Deletes bytes to which no artifact and no file refers. True if the bytes are not stored any more.
create function free_content_v1(p_workspace text, p_sha256 text) returns boolean
language plpgsql as $$
begin
    perform from context.artifact_contents c
    where c.workspace_id = p_workspace and c.sha256 = p_sha256
    for update;
    delete from context.artifact_contents c
    where c.workspace_id = p_workspace and c.sha256 = p_sha256
        and not exists (
            select from context.artifacts a where a.workspace_id = p_workspace and a.sha256 = p_sha256)
        and not exists (
            select from context.files f where f.workspace_id = p_workspace and f.sha256 = p_sha256);
    return not exists (
        select from context.artifact_contents c where c.workspace_id = p_workspace and c.sha256 = p_sha256);
end
$$;

-- Marks the object of deleted bytes as garbage, for every statement that deletes them.
create function discard_object_v1() returns trigger
language plpgsql as $$
begin
    insert into context.artifact_garbage (object, due) values (old.object, now()) on conflict do nothing;
    return null;
end
$$;
create trigger artifact_contents_object_v1 after delete on artifact_contents
    for each row when (old.object is not null) execute function discard_object_v1();

-- The bytes of a workspace's artifacts at this moment. The caller holds the lock of the workspace's uploads.
create function fold_artifact_sums_v1(p_workspace text) returns bigint
language sql as $$
    with folded as (
        delete from context.artifact_sum_changes c where c.workspace_id = p_workspace returning c.bytes
    )
    insert into context.artifact_sums as s (workspace_id, bytes)
    select p_workspace, coalesce(sum(f.bytes), 0) from folded f
    on conflict (workspace_id) do update set bytes = s.bytes + excluded.bytes
    returning s.bytes
$$;

-- Inserts the difference that a statement makes to the bytes of a workspace.
create function record_artifact_sizes_v1() returns trigger
language plpgsql as $$
declare
    w text;
begin
    if tg_op = 'INSERT' then
        insert into context.artifact_sum_changes (workspace_id, bytes)
        select a.workspace_id, sum(a.size_bytes) from new_rows a group by a.workspace_id having sum(a.size_bytes) <> 0;
        select a.workspace_id into w from new_rows a limit 1;
    elsif tg_op = 'DELETE' then
        insert into context.artifact_sum_changes (workspace_id, bytes)
        select g.workspace_id, -sum(g.size_bytes) from old_rows g group by g.workspace_id having sum(g.size_bytes) <> 0;
        select g.workspace_id into w from old_rows g limit 1;
    elsif tg_op = 'UPDATE' then
        insert into context.artifact_sum_changes (workspace_id, bytes)
        select c.workspace_id, sum(c.bytes)
        from (select a.workspace_id, a.size_bytes as bytes from new_rows a
              union all select g.workspace_id, -g.size_bytes from old_rows g) c
        group by c.workspace_id having sum(c.bytes) <> 0;
        select a.workspace_id into w from new_rows a limit 1;
    else
        delete from context.artifact_sum_changes;
        delete from context.artifact_sums;
    end if;
    -- Keeps the differences of a workspace few where no reader folds them.
    if w is not null and random() < 0.002
        and pg_try_advisory_xact_lock(hashtext('context.uploads'), hashtext(w)) then
        perform context.fold_artifact_sums_v1(w);
    end if;
    return null;
end
$$;
create trigger artifact_sizes_added_v1 after insert on artifacts
    referencing new table as new_rows for each statement execute function record_artifact_sizes_v1();
create trigger artifact_sizes_deleted_v1 after delete on artifacts
    referencing old table as old_rows for each statement execute function record_artifact_sizes_v1();
create trigger artifact_sizes_changed_v1 after update on artifacts
    referencing old table as old_rows new table as new_rows for each statement execute function record_artifact_sizes_v1();
create trigger artifact_sizes_truncated_v1 after truncate on artifacts
    for each statement execute function record_artifact_sizes_v1();

-- Stores metadata and bytes in one transaction. The outcome is stored, fenced (the attempt may not write), id_conflict (another artifact of
-- this attempt has the id), expired (repeats the write of an expired artifact) or quota_exceeded. A later attempt replaces its run's artifacts.
create function put_artifact_v1(
    p_workspace text, p_run uuid, p_attempt integer, p_operation text,
    p_bot text, p_conversation text, p_thread text, p_runner text, p_id text, p_type text, p_mime text,
    p_name text, p_sha256 text, p_metadata text, p_bytes bytea, p_ttl double precision,
    p_scope text, p_scope_key text, p_summary text, p_quota bigint,
    out outcome text, out created timestamptz, out expires timestamptz)
language plpgsql as $$
declare
    write  record;
    old_sha256 text;
    open   bigint;
begin
    -- One writer at a time in a workspace, so that concurrent writers never exceed the quota together.
    perform pg_advisory_xact_lock(hashtext('context.uploads'), hashtext(p_workspace));
    -- Read behind the lock: a concurrent repetition of the first write needs no capacity.
    if not exists (
        select from context.state_operations o
        where o.workspace_id = p_workspace and o.run_id = p_run
            and o.attempt = p_attempt and o.operation_id = p_operation)
    then
        select coalesce(sum(u.size_bytes), 0) into open
        from context.artifact_uploads u
        where u.workspace_id = p_workspace and not u.finished and u.expires_at > now()
            -- An upload of an ended attempt is never finished.
            and (u.attempt is null or exists (
                select from context.fences f
                where f.workspace_id = u.workspace_id and f.run_id = u.run_id
                    and not f.ended and not f.erased and f.attempt <= u.attempt));
        if open + context.fold_artifact_sums_v1(p_workspace) + length(p_bytes) > p_quota then
            outcome := case when exists (
                select from context.fences f
                where f.workspace_id = p_workspace and f.run_id = p_run
                    and not f.ended and not f.erased and f.attempt <= p_attempt) then 'quota_exceeded' else 'fenced' end;
            return;
        end if;
    end if;
    write := context.claim_write_v1(p_workspace, p_run, p_attempt, p_operation);
    if not write.admitted then
        outcome := 'fenced';
        return;
    end if;
    if write.previous_answer is not null then
        select a.created_at, a.expires_at into created, expires from context.artifacts a
        where write.previous_answer and a.workspace_id = p_workspace and a.run_id = p_run and a.artifact_id = p_id;
        outcome := case when not write.previous_answer then 'id_conflict' when found then 'stored' else 'expired' end;
        return;
    end if;
    select a.sha256 into old_sha256 from context.artifacts a
    where a.workspace_id = p_workspace and a.run_id = p_run and a.artifact_id = p_id
    for update;
    perform context.store_content_v1(p_workspace, p_sha256, p_bytes);
    insert into context.artifacts as a
        (workspace_id, run_id, artifact_id, attempt, bot_id, conversation_id, thread_id, runner_id,
         artifact_type, mime_type, name, size_bytes, sha256, metadata, created_at, expires_at, scope, scope_key, summary)
    values (p_workspace, p_run, p_id, p_attempt, p_bot, p_conversation, p_thread, p_runner,
        p_type, p_mime, p_name, length(p_bytes), p_sha256, p_metadata::jsonb, now(),
        now() + coalesce(
            (select make_interval(days => r.artifacts_days) from context.retention r where r.workspace_id = p_workspace),
            make_interval(secs => p_ttl)),
        p_scope, p_scope_key, p_summary)
    on conflict (workspace_id, run_id, artifact_id) do update
        set attempt = excluded.attempt, runner_id = excluded.runner_id, artifact_type = excluded.artifact_type,
            mime_type = excluded.mime_type, name = excluded.name, size_bytes = excluded.size_bytes,
            sha256 = excluded.sha256, metadata = excluded.metadata, scope = excluded.scope, scope_key = excluded.scope_key,
            summary = excluded.summary, created_at = excluded.created_at, expires_at = excluded.expires_at
        where a.attempt < excluded.attempt or a.expires_at <= now()
    returning a.created_at, a.expires_at into created, expires;
    if found then
        outcome := 'stored';
        if old_sha256 <> p_sha256 then
            perform context.free_content_v1(p_workspace, old_sha256);
        end if;
        return;
    end if;
    -- The bytes are not used.
    perform context.free_content_v1(p_workspace, p_sha256);
    update context.state_operations o set changed = false
    where o.workspace_id = p_workspace and o.run_id = p_run
        and o.attempt = p_attempt and o.operation_id = p_operation;
    outcome := 'id_conflict';
end
$$;

-- Starts an upload. The outcome is started, fenced, rate_exceeded (by runs of the workspace), too_many_uploads (open ones) or
-- quota_exceeded. An upload spends its declared size at its start; one upload may exceed the remaining budget, and later ones wait until
-- the budget is positive again.
create function begin_upload_v1(
    p_upload uuid, p_workspace text, p_uploader text, p_run uuid, p_attempt integer, p_bot text,
    p_conversation text, p_thread text, p_runner text, p_id text, p_type text, p_scope text, p_scope_key text,
    p_mime text, p_name text, p_sha256 text, p_metadata text, p_size bigint,
    p_quota bigint, max_open integer, timeout_seconds double precision, p_summary text, p_rate double precision) returns text
language plpgsql as $$
declare
    budget  double precision;
    limited boolean := p_attempt is not null and p_rate > 0;
    open    record;
begin
    -- One writer at a time in a workspace, so that concurrent writers never exceed the quota together.
    perform pg_advisory_xact_lock(hashtext('context.uploads'), hashtext(p_workspace));
    if limited then
        select least(p_rate, b.bytes + extract(epoch from clock_timestamp() - b.at) * p_rate / 60) into budget
        from context.upload_budgets b where b.workspace_id = p_workspace;
        if budget <= 0 then
            return 'rate_exceeded';
        end if;
    end if;
    if p_attempt is not null then
        perform from context.fences f
        where f.workspace_id = p_workspace and f.run_id = p_run
            and not f.ended and not f.erased and f.attempt <= p_attempt;
        if not found then
            return 'fenced';
        end if;
    end if;
    select count(*) as many, coalesce(sum(u.size_bytes), 0) as bytes into open
    from context.artifact_uploads u
    where u.workspace_id = p_workspace and not u.finished and u.expires_at > now()
        -- An upload of an ended attempt is never finished.
        and (u.attempt is null or exists (
            select from context.fences f
            where f.workspace_id = u.workspace_id and f.run_id = u.run_id
                and not f.ended and not f.erased and f.attempt <= u.attempt));
    if open.many >= max_open then
        return 'too_many_uploads';
    end if;
    if open.bytes + context.fold_artifact_sums_v1(p_workspace) + p_size > p_quota then
        return 'quota_exceeded';
    end if;
    insert into context.artifact_contents (workspace_id, sha256) values (p_workspace, 'upload/' || p_upload);
    insert into context.artifact_uploads
        (upload_id, workspace_id, uploader, attempt, run_id, bot_id, conversation_id, thread_id, runner_id, artifact_id,
         artifact_type, scope, scope_key, mime_type, name, sha256, metadata, summary, size_bytes, expires_at)
    values (p_upload, p_workspace, p_uploader, p_attempt, p_run, p_bot, p_conversation, p_thread, p_runner,
        p_id, p_type, p_scope, p_scope_key, p_mime, p_name, p_sha256, p_metadata::jsonb, p_summary, p_size,
        now() + make_interval(secs => timeout_seconds));
    if limited then
        insert into context.upload_budgets as b (workspace_id, bytes, at)
        values (p_workspace, coalesce(budget, p_rate) - p_size, clock_timestamp())
        on conflict (workspace_id) do update set bytes = excluded.bytes, at = excluded.at;
    end if;
    return 'started';
end
$$;

-- Appends bytes: fills the last chunk, then inserts new ones.
create function add_chunks_v1(p_workspace text, p_content text, p_offset bigint, p_bytes bytea) returns void
language plpgsql as $$
declare
    chunk constant integer := 262144;
    first integer := (p_offset / chunk)::integer;
    inside integer := (p_offset % chunk)::integer;
    head  integer := case when p_offset % chunk = 0 then 0 else least(chunk - inside, length(p_bytes)) end;
begin
    if head > 0 then
        update context.artifact_chunks c set bytes = c.bytes || substring(p_bytes from 1 for head)
        where c.workspace_id = p_workspace and c.sha256 = p_content and c.ordinal = first;
        first := first + 1;
    end if;
    insert into context.artifact_chunks (workspace_id, sha256, ordinal, bytes)
    select p_workspace, p_content, first + i, substring(p_bytes from head + i * chunk + 1 for chunk)
    from generate_series(0, (length(p_bytes) - head - 1) / chunk) as i
    where length(p_bytes) > head;
end
$$;

-- Stores the last bytes and the artifact in one transaction: all bytes exist exactly if the artifact does. The outcome is stored,
-- offset_mismatch (the upload does not exist or has another offset), fenced or id_conflict (another artifact of this attempt has the id).
create function finish_upload_v1(
    p_workspace text, p_upload uuid, p_offset bigint, p_bytes bytea, p_sha256 text, p_mime text,
    p_ttl double precision) returns text
language plpgsql as $$
declare
    u      context.artifact_uploads;
    write  record;
    old_sha256 text;
begin
    select * into u from context.artifact_uploads x
    where x.upload_id = p_upload and x.workspace_id = p_workspace and not x.finished and x.expires_at > now()
    for update;
    if not found or u.received <> p_offset or u.received + length(p_bytes) <> u.size_bytes then
        return 'offset_mismatch';
    end if;
    if u.attempt is not null then
        write := context.claim_write_v1(p_workspace, u.run_id, u.attempt, 'upload/' || p_upload);
        if not write.admitted then
            return 'fenced';
        end if;
    end if;
    select a.sha256 into old_sha256 from context.artifacts a
    where a.workspace_id = p_workspace and a.run_id = u.run_id and a.artifact_id = u.artifact_id
    for update;
    perform context.add_chunks_v1(p_workspace, 'upload/' || p_upload, p_offset, p_bytes);
    -- The uploaded bytes become those of the digest; where these are stored already, they stay.
    loop
        insert into context.artifact_contents (workspace_id, sha256) values (p_workspace, p_sha256)
        on conflict do nothing;
        if found then
            update context.artifact_chunks c set sha256 = p_sha256
            where c.workspace_id = p_workspace and c.sha256 = 'upload/' || p_upload;
            exit;
        end if;
        perform from context.artifact_contents c
        where c.workspace_id = p_workspace and c.sha256 = p_sha256
        for key share;
        exit when found;
    end loop;
    delete from context.artifact_contents c
    where c.workspace_id = p_workspace and c.sha256 = 'upload/' || p_upload;
    insert into context.artifacts as a
        (workspace_id, run_id, artifact_id, attempt, bot_id, conversation_id, thread_id, runner_id, artifact_type, mime_type,
         name, size_bytes, sha256, metadata, created_at, expires_at, source, scope, scope_key, summary)
    values (p_workspace, u.run_id, u.artifact_id, coalesce(u.attempt, 1), u.bot_id, u.conversation_id, u.thread_id,
        u.runner_id, u.artifact_type, p_mime, u.name, u.size_bytes, p_sha256, u.metadata, now(),
        now() + coalesce(
            (select make_interval(days => r.artifacts_days) from context.retention r where r.workspace_id = p_workspace),
            make_interval(secs => p_ttl)),
        case when u.attempt is null then 'user' else 'runner' end, u.scope, u.scope_key, u.summary)
    on conflict (workspace_id, run_id, artifact_id) do update
        set attempt = excluded.attempt, runner_id = excluded.runner_id, artifact_type = excluded.artifact_type,
            mime_type = excluded.mime_type, name = excluded.name, size_bytes = excluded.size_bytes,
            sha256 = excluded.sha256, metadata = excluded.metadata, scope = excluded.scope, scope_key = excluded.scope_key,
            summary = excluded.summary, created_at = excluded.created_at, expires_at = excluded.expires_at
        where a.attempt < excluded.attempt or a.expires_at <= now();
    if not found then
        perform context.free_content_v1(p_workspace, p_sha256);
        delete from context.artifact_uploads x where x.upload_id = p_upload;
        return 'id_conflict';
    end if;
    if old_sha256 <> p_sha256 then
        perform context.free_content_v1(p_workspace, old_sha256);
    end if;
    -- The row stays until it expires, for a client that did not receive the answer.
    update context.artifact_uploads x set received = u.size_bytes, finished = true where x.upload_id = p_upload;
    return 'stored';
end
$$;
