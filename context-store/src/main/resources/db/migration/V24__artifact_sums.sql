-- How many bytes of artifacts a workspace has, so that beginning an upload adds up none of them. Whoever changes artifacts leaves a row of how
-- much that was, and waits for nobody; these are folded into the sum by whoever wants it, and now and then by who leaves one.
create table artifact_sums (
    workspace_id text   primary key,
    bytes        bigint not null
);
create table artifact_sum_changes (
    workspace_id text   not null,
    bytes        bigint not null
);
create index artifact_sum_changes_workspace on artifact_sum_changes (workspace_id);

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

-- From the first change that is noted on, and all that was there before.
create trigger artifact_sizes_added_v1 after insert on artifacts
    referencing new table as added for each statement execute function note_artifact_sizes_v1();
create trigger artifact_sizes_gone_v1 after delete on artifacts
    referencing old table as gone for each statement execute function note_artifact_sizes_v1();
create trigger artifact_sizes_changed_v1 after update on artifacts
    referencing old table as gone new table as added for each statement execute function note_artifact_sizes_v1();
create trigger artifact_sizes_none_v1 after truncate on artifacts
    for each statement execute function note_artifact_sizes_v1();
insert into artifact_sums (workspace_id, bytes)
select a.workspace_id, sum(a.size_bytes) from artifacts a group by a.workspace_id;

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
create function begin_upload_v2(
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
