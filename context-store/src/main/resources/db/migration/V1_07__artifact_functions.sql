create function keep_content_v1(the_workspace text, the_sha256 text, the_bytes bytea) returns void
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
create function free_content_v1(the_workspace text, the_sha256 text) returns void
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

-- Whoever frees the bytes, and whyever.
create function discard_object_v1() returns trigger
language plpgsql as $$
begin
    insert into context.artifact_garbage (object, due) values (old.object, now()) on conflict do nothing;
    return null;
end
$$;
create trigger artifact_contents_object_v1 after delete on artifact_contents
    for each row when (old.object is not null) execute function discard_object_v1();

-- A new artifact lives as long as its workspace says, where that says anything; whoever makes it.
create function keep_as_long_as_told_v1() returns trigger
language plpgsql as $$
declare
    own integer;
begin
    select r.artifacts_days into own from context.retention r where r.workspace_id = new.workspace_id;
    if own is not null then
        new.expires_at := new.created_at + make_interval(days => own);
    end if;
    return new;
end
$$;
create trigger keep_as_long_as_told_v1 before insert on artifacts
    for each row execute function keep_as_long_as_told_v1();

-- The sum as it is then. One after the other in a workspace: the caller holds the lock of its uploads.
create function fold_artifact_sums_v1(the_workspace text) returns bigint
language sql as $$
    with folded as (
        delete from context.artifact_sum_changes c where c.workspace_id = the_workspace returning c.bytes
    )
    insert into context.artifact_sums as s (workspace_id, bytes)
    select the_workspace, coalesce(sum(f.bytes), 0) from folded f
    on conflict (workspace_id) do update set bytes = s.bytes + excluded.bytes
    returning s.bytes
$$;

create function note_artifact_sizes_v1() returns trigger
language plpgsql as $$
declare
    w text;
begin
    if tg_op = 'INSERT' then
        insert into context.artifact_sum_changes (workspace_id, bytes)
        select a.workspace_id, sum(a.size_bytes) from added a group by a.workspace_id having sum(a.size_bytes) <> 0;
        select a.workspace_id into w from added a limit 1;
    elsif tg_op = 'DELETE' then
        insert into context.artifact_sum_changes (workspace_id, bytes)
        select g.workspace_id, -sum(g.size_bytes) from gone g group by g.workspace_id having sum(g.size_bytes) <> 0;
        select g.workspace_id into w from gone g limit 1;
    elsif tg_op = 'UPDATE' then
        insert into context.artifact_sum_changes (workspace_id, bytes)
        select c.workspace_id, sum(c.bytes)
        from (select a.workspace_id, a.size_bytes as bytes from added a
              union all select g.workspace_id, -g.size_bytes from gone g) c
        group by c.workspace_id having sum(c.bytes) <> 0;
        select a.workspace_id into w from added a limit 1;
    else
        delete from context.artifact_sum_changes;
        delete from context.artifact_sums;
    end if;
    -- Where nobody ever asks, these stay few all the same.
    if w is not null and random() < 0.002
        and pg_try_advisory_xact_lock(hashtext('context.uploads'), hashtext(w)) then
        perform context.fold_artifact_sums_v1(w);
    end if;
    return null;
end
$$;
create trigger artifact_sizes_added_v1 after insert on artifacts
    referencing new table as added for each statement execute function note_artifact_sizes_v1();
create trigger artifact_sizes_gone_v1 after delete on artifacts
    referencing old table as gone for each statement execute function note_artifact_sizes_v1();
create trigger artifact_sizes_changed_v1 after update on artifacts
    referencing old table as gone new table as added for each statement execute function note_artifact_sizes_v1();
create trigger artifact_sizes_none_v1 after truncate on artifacts
    for each statement execute function note_artifact_sizes_v1();

-- Metadata and bytes in one transaction. The outcome is kept, fenced (the attempt may not write), taken (another artifact of this
-- attempt has that id) or gone (a repetition of what has expired). A later attempt makes its run's artifacts anew.
create function put_run_artifact_v1(
    the_workspace text, the_run uuid, the_attempt integer, the_operation text,
    the_bot text, the_conversation text, the_thread text, the_runner text, the_id text, the_type text, the_mime text,
    the_name text, the_sha256 text, the_metadata text, the_bytes bytea, the_ttl double precision,
    out outcome text, out created timestamptz, out expires timestamptz)
language plpgsql as $$
declare
    write  record;
    former text;
begin
    write := context.claim_write_v1(the_workspace, the_run, the_attempt, the_operation);
    if not write.admitted then
        outcome := 'fenced';
        return;
    end if;
    if write.answered is null then
        select a.sha256 into former from context.artifacts a
        where a.workspace_id = the_workspace and a.run_id = the_run and a.artifact_id = the_id
        for update;
        perform context.keep_content_v1(the_workspace, the_sha256, the_bytes);
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
                perform context.free_content_v1(the_workspace, former);
            end if;
            return;
        end if;
        -- Bytes that were kept for nothing.
        perform context.free_content_v1(the_workspace, the_sha256);
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

-- As put_artifact, with a scope and a summary.
create function put_scoped_artifact_v1(
    the_workspace text, the_run uuid, the_attempt integer, the_operation text,
    the_bot text, the_conversation text, the_thread text, the_runner text, the_id text, the_type text, the_mime text,
    the_name text, the_sha256 text, the_metadata text, the_bytes bytea, the_ttl double precision,
    the_scope text, the_scope_key text, the_summary text,
    out outcome text, out created timestamptz, out expires timestamptz)
language plpgsql as $$
begin
    select p.outcome, p.created, p.expires into outcome, created, expires
    from context.put_run_artifact_v1(
        the_workspace, the_run, the_attempt, the_operation, the_bot, the_conversation, the_thread, the_runner, the_id, the_type,
        the_mime, the_name, the_sha256, the_metadata, the_bytes, the_ttl) p;
    if outcome = 'kept' then
        update context.artifacts a set scope = the_scope, scope_key = the_scope_key, summary = the_summary
        where a.workspace_id = the_workspace and a.run_id = the_run and a.artifact_id = the_id;
    end if;
end
$$;

-- As put_artifact_v2, and counts as who begins an upload does: with the one sum that there is (artifact_sums), which is right at once.
create function put_artifact_v1(
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
    from context.put_scoped_artifact_v1(
        the_workspace, the_run, the_attempt, the_operation, the_bot, the_conversation, the_thread, the_runner, the_id, the_type,
        the_mime, the_name, the_sha256, the_metadata, the_bytes, the_ttl, the_scope, the_scope_key, the_summary) p;
end
$$;

-- Whether an erasure that was asked for since may concern what was made there. Whose a run was is not known any more, so an erasure of an
-- actor concerns all of its bot, or of the workspace.
create function may_be_erased_v1(
    the_workspace text, the_bot text, the_conversation text, the_thread text, the_time timestamptz) returns boolean
language sql stable as $$
    select exists (
        select from context.erasures e
        where e.workspace_id = the_workspace and e.asked_at >= the_time
            and case e.kind
                when 'actor' then e.bot_id is null or e.bot_id = the_bot
                else e.bot_id = the_bot and e.conversation_id = the_conversation
                    and (e.thread_id is null or e.thread_id = the_thread) end)
$$;

-- As expire_artifacts_v0, and remembers which they were.
create function expire_artifacts_v1(most integer) returns integer
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
            returning a.*),
        remembered as (
            insert into context.artifact_tombstones as t (workspace_id, run_id, artifact_id, bot_id, conversation_id, thread_id,
                scope, scope_key, created_at, expired_at)
            select d.workspace_id, d.run_id, d.artifact_id, d.bot_id, d.conversation_id, d.thread_id,
                d.scope, d.scope_key, d.created_at, now()
            from dead d
            where not context.may_be_erased_v1(d.workspace_id, d.bot_id, d.conversation_id, d.thread_id, d.created_at)
            on conflict (workspace_id, run_id, artifact_id) do update set
                bot_id = excluded.bot_id, conversation_id = excluded.conversation_id, thread_id = excluded.thread_id,
                scope = excluded.scope, scope_key = excluded.scope_key, created_at = excluded.created_at,
                expired_at = excluded.expired_at)
        select workspace_id, sha256, count(*) as many from dead
        group by workspace_id, sha256 order by workspace_id, sha256
    loop
        many := many + gone.many;
        perform context.free_content_v1(gone.workspace_id, gone.sha256);
    end loop;
    return many;
end
$$;

-- As begin_upload_v0 for all but that sum. The outcome is begun, fenced, many (too many are open) or full (the workspace has no room for so much).
create function reserve_upload_v1(
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
    kept := context.fold_artifact_sums_v1(the_workspace);
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

-- As reserve_upload_v1, with a summary, and with one outcome more: fast, where runs of the workspace have uploaded more of late than they
-- may in a minute. What one says that it will bring is spent when it begins; the last one may be larger than what is left, which those
-- after it wait for.
create function begin_upload_v1(
    the_upload uuid, the_workspace text, the_begun_by text, the_run uuid, the_attempt integer, the_bot text,
    the_conversation text, the_thread text, the_runner text, the_id text, the_type text, the_scope text, the_scope_key text,
    the_mime text, the_name text, the_sha256 text, the_metadata text, the_size bigint,
    the_quota bigint, the_most integer, the_patience double precision, the_summary text, the_rate double precision) returns text
language plpgsql as $$
declare
    outcome text;
    budget  double precision;
    limited boolean := the_attempt is not null and the_rate > 0;
begin
    perform pg_advisory_xact_lock(hashtext('context.uploads'), hashtext(the_workspace));
    if limited then
        select least(the_rate, b.bytes + extract(epoch from clock_timestamp() - b.at) * the_rate / 60) into budget
        from context.upload_budgets b where b.workspace_id = the_workspace;
        if budget <= 0 then
            return 'fast';
        end if;
    end if;
    outcome := context.reserve_upload_v1(
        the_upload, the_workspace, the_begun_by, the_run, the_attempt, the_bot, the_conversation, the_thread, the_runner,
        the_id, the_type, the_scope, the_scope_key, the_mime, the_name, the_sha256, the_metadata, the_size,
        the_quota, the_most, the_patience);
    if outcome = 'begun' then
        update context.artifact_uploads u set summary = the_summary where u.upload_id = the_upload;
        if limited then
            insert into context.upload_budgets as b (workspace_id, bytes, at)
            values (the_workspace, coalesce(budget, the_rate) - the_size, clock_timestamp())
            on conflict (workspace_id) do update set bytes = excluded.bytes, at = excluded.at;
        end if;
    end if;
    return outcome;
end
$$;

-- Bytes behind those that are there: what is missing of the last chunk, and then new ones.
create function add_chunks_v1(the_workspace text, the_content text, the_offset bigint, the_bytes bytea) returns void
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

-- The outcome is kept, elsewhere (the next byte is another one, or the upload is gone) or small. A piece that ends within a chunk makes
-- the next one write that chunk again, 256 KiB at most: so there may be one piece for each 64 KiB, and 256 more.
create function append_upload_v1(the_workspace text, the_upload uuid, the_offset bigint, the_bytes bytea) returns text
language plpgsql as $$
begin
    update context.artifact_uploads u set received = u.received + length(the_bytes), pieces = u.pieces + 1
    where u.upload_id = the_upload and u.workspace_id = the_workspace and not u.finished and u.expires_at > now()
        and u.received = the_offset and u.received + length(the_bytes) < u.size_bytes
        and u.pieces < 256 + (u.received + length(the_bytes)) / 65536;
    if found then
        perform context.add_chunks_v1(the_workspace, 'upload/' || the_upload, the_offset, the_bytes);
        return 'kept';
    end if;
    return case when exists (
        select from context.artifact_uploads u
        where u.upload_id = the_upload and u.workspace_id = the_workspace and not u.finished and u.expires_at > now()
            and u.received = the_offset and u.received + length(the_bytes) < u.size_bytes)
        then 'small' else 'elsewhere' end;
end
$$;

-- Bytes that were uploaded become those of that digest; where these are there already, they are the ones that stay.
create function adopt_content_v1(the_workspace text, the_upload uuid, the_sha256 text) returns void
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
create function complete_upload_v1(
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
        write := context.claim_write_v1(the_workspace, u.run_id, u.attempt, 'upload/' || the_upload);
        if not write.admitted then
            outcome := 'fenced';
            return;
        end if;
    end if;
    select a.sha256 into former from context.artifacts a
    where a.workspace_id = the_workspace and a.run_id = u.run_id and a.artifact_id = u.artifact_id
    for update;
    perform context.add_chunks_v1(the_workspace, 'upload/' || the_upload, the_offset, the_bytes);
    perform context.adopt_content_v1(the_workspace, the_upload, the_sha256);
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
        perform context.free_content_v1(the_workspace, the_sha256);
        delete from context.artifact_uploads x where x.upload_id = the_upload;
        outcome := 'taken';
        return;
    end if;
    if former <> the_sha256 then
        perform context.free_content_v1(the_workspace, former);
    end if;
    -- Stays until its time is over, for whoever did not hear that it is done.
    update context.artifact_uploads x set received = u.size_bytes, finished = true where x.upload_id = the_upload;
    outcome := 'kept';
end
$$;

-- As finish_upload, with the upload's summary.
create function finish_upload_v1(
    the_workspace text, the_upload uuid, the_offset bigint, the_bytes bytea, the_sha256 text, the_mime text,
    the_ttl double precision) returns text
language plpgsql as $$
declare
    outcome text;
begin
    select f.outcome into outcome
    from context.complete_upload_v1(the_workspace, the_upload, the_offset, the_bytes, the_sha256, the_mime, the_ttl) f;
    if outcome = 'kept' then
        update context.artifacts a set summary = u.summary
        from context.artifact_uploads u
        where u.upload_id = the_upload and u.workspace_id = the_workspace
            and a.workspace_id = the_workspace and a.run_id = u.run_id and a.artifact_id = u.artifact_id;
    end if;
    return outcome;
end
$$;

-- The upload and what came of it; an artifact that it became stays.
create function drop_upload_v1(the_workspace text, the_upload uuid, the_begun_by text) returns boolean
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
create function expire_uploads_v1(most integer) returns integer
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

-- Some bytes that are to move, and under which name; nobody else takes them up until the lease is over. None where nothing is left.
create function claim_move_v1(
    the_object text, the_lease double precision,
    out workspace_id text, out sha256 text, out size bigint)
language plpgsql as $$
begin
    select c.workspace_id, c.sha256 into workspace_id, sha256 from context.artifact_contents c
    where c.object is null and (c.moving_until is null or c.moving_until < now()) and not starts_with(c.sha256, 'upload/')
        and exists (select from context.artifact_chunks k where k.workspace_id = c.workspace_id and k.sha256 = c.sha256)
    limit 1 for no key update skip locked;
    if not found then
        return;
    end if;
    update context.artifact_contents c set moving_until = now() + make_interval(secs => the_lease)
    where c.workspace_id = claim_move_v1.workspace_id and c.sha256 = claim_move_v1.sha256;
    select k.place::bigint * 262144 + length(k.bytes) into size from context.artifact_chunks k
    where k.workspace_id = claim_move_v1.workspace_id and k.sha256 = claim_move_v1.sha256
    order by k.place desc limit 1;
    -- Longer than the lease: whoever settles in time finds it here.
    insert into context.artifact_garbage (object, due) values (the_object, now() + make_interval(secs => 2 * the_lease));
end
$$;

-- From now on the bytes are there. False where they were freed meanwhile, or it took too long: then the object is garbage.
create function settle_move_v1(the_workspace text, the_sha256 text, the_object text) returns boolean
language plpgsql as $$
begin
    delete from context.artifact_garbage g where g.object = the_object and not g.doomed;
    if not found then
        insert into context.artifact_garbage (object, due) values (the_object, now())
        on conflict (object) do update set due = now();
        return false;
    end if;
    update context.artifact_contents c set object = the_object, moving_until = null
    where c.workspace_id = the_workspace and c.sha256 = the_sha256 and c.object is null;
    if not found then
        insert into context.artifact_garbage (object, due) values (the_object, now());
        return false;
    end if;
    delete from context.artifact_chunks k where k.workspace_id = the_workspace and k.sha256 = the_sha256;
    return true;
end
$$;

-- Some objects that are due: their deletion is under way, and is begun anew by somebody where it is not told as done.
create function doom_objects_v1(most integer, the_lease double precision) returns setof text
language sql as $$
    update context.artifact_garbage g set doomed = true, due = now() + make_interval(secs => the_lease)
    where g.object in (
        select object from context.artifact_garbage where due <= now() order by due limit most for update skip locked)
    returning g.object
$$;
