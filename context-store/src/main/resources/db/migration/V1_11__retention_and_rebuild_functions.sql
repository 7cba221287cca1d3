-- Makes the monthly partitions of the event log from this month to some months ahead. Replicas may call it at once. Rows that
-- the default partition caught for such a month move to where they belong.
create function prepare_event_log_v1(months_ahead integer) returns integer
language plpgsql as $$
declare
    month   timestamptz;
    part    text;
    created integer := 0;
begin
    perform pg_advisory_xact_lock(hashtext('context.event_log'));
    for i in 0 .. months_ahead loop
        month := (date_trunc('month', now() at time zone 'UTC') + make_interval(months => i)) at time zone 'UTC';
        part := 'event_log_' || to_char(month at time zone 'UTC', 'YYYY_MM');
        if to_regclass('context.' || part) is null then
            execute format('create table context.%I (like context.event_log including defaults including constraints)', part);
            execute format(
                'with caught as (delete from context.event_log_default where logged_at >= %L and logged_at < %L returning *)
                 insert into context.%I select * from caught',
                month, ((month at time zone 'UTC') + interval '1 month') at time zone 'UTC', part);
            execute format(
                'alter table context.event_log attach partition context.%I for values from (%L) to (%L)',
                part, month, ((month at time zone 'UTC') + interval '1 month') at time zone 'UTC');
            created := created + 1;
        end if;
    end loop;
    return created;
end
$$;

-- How long each class lives: the workspace's own days, else the operator's, never more than the operator's maximum.
create function kept_days_v1(own integer, usual integer, most integer) returns integer
language sql immutable as $$ select least(coalesce(own, usual), most) $$;

-- Drops the partitions of the log that are older than whatever anybody keeps. One replica at a time; a table that is in use is left for
-- the next time.
create function drop_event_log_v1(
    usual_conversations integer, most_conversations integer, usual_audit integer, most_audit integer) returns integer
language plpgsql as $$
declare
    longest integer;
    part    text;
    dropped integer := 0;
begin
    if not pg_try_advisory_xact_lock(hashtext('context.event_log')) then
        return 0;
    end if;
    select greatest(
        least(usual_conversations, most_conversations), least(usual_audit, most_audit),
        max(context.kept_days_v1(r.conversations_days, usual_conversations, most_conversations)),
        max(context.kept_days_v1(r.audit_days, usual_audit, most_audit)))
    into longest from context.retention r;
    -- Whoever writes to the log waits behind whoever waits for it.
    perform set_config('lock_timeout', '100ms', true);
    for part in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'context.event_log'::regclass and c.relname ~ '^event_log_\d{4}_\d\d$'
            and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC'
                <= now() - make_interval(days => longest)
        order by c.relname
    loop
        begin
            execute format('drop table context.%I', part);
            dropped := dropped + 1;
        exception when lock_not_available then
            null;
        end;
    end loop;
    return dropped;
end
$$;

-- One bounded step of the daily pass over what is too old; false where somebody else is at it, or it was done of late.
create function retention_step_v1(
    usual_conversations integer, most_conversations integer, usual_audit integer, most_audit integer,
    usual_state integer, most_state integer, usual_artifacts integer, most_artifacts integer, at_once integer)
    returns boolean
language plpgsql as $$
declare
    p      context.retention_pass;
    c      record;
    r      context.retention;
    cut    timestamptz;
    old    timestamptz;
    t      timestamptz;
    next_one text;
    budget integer := at_once;
    many   integer;
    said   integer;
begin
    select * into p from context.retention_pass for update skip locked;
    if not found or (p.done_at > now() - interval '20 hours' and not p.again) then
        return false;
    end if;
    if p.done_at is not null then
        p.stage := 'conversations';
        p.conversation := 0;
        p.workspace_id := '';
        p.upto := '-infinity';
        p.done_at := null;
        p.again := false;
    end if;
    case p.stage
        when 'conversations' then
            while budget > 0 loop
                select o.id, now() - make_interval(days => context.kept_days_v1(
                        w.conversations_days, usual_conversations, most_conversations)) as cut,
                    now() - make_interval(days => 1 + greatest(
                        context.kept_days_v1(w.conversations_days, usual_conversations, most_conversations),
                        context.kept_days_v1(w.state_days, usual_state, most_state),
                        context.kept_days_v1(w.artifacts_days, usual_artifacts, most_artifacts))) as gone
                into c
                from context.conversations o left join context.retention w on w.workspace_id = o.workspace_id
                where o.id > p.conversation order by o.id limit 1;
                if not found then
                    p.stage := 'outside';
                    exit;
                end if;
                delete from context.event_log l
                where l.conversation = c.id and l.logged_at < c.cut and l.seq = any (array(
                    select o.seq from context.event_log o where o.conversation = c.id and o.logged_at < c.cut
                    order by o.seq limit at_once));
                get diagnostics many = row_count;
                said := 0;
                -- Entries have their numbers in the order of their storing: where the first is young, none of them is looked at.
                if (select o.logged_at from context.transcript o where o.conversation = c.id order by o.seq limit 1) < c.cut then
                    delete from context.transcript d
                    where d.conversation = c.id and d.logged_at < c.cut and d.seq = any (array(
                        select o.seq from context.transcript o where o.conversation = c.id order by o.seq limit at_once));
                    get diagnostics said = row_count;
                end if;
                delete from context.conversation_actors k where k.conversation = c.id and k.seen_at < c.gone;
                if many < at_once and said < at_once then
                    p.conversation := c.id;
                end if;
                budget := budget - many - said - 4;
            end loop;
        when 'outside' then
            if p.upto = '-infinity' then
                select min(l.workspace_id) into next_one from context.event_log l
                where l.conversation is null and l.workspace_id > p.workspace_id;
            else
                select min(l.workspace_id) into next_one from context.event_log l
                where l.conversation is null and l.workspace_id >= p.workspace_id;
            end if;
            if next_one <> p.workspace_id then
                p.upto := '-infinity';
            end if;
            p.workspace_id := coalesce(next_one, '');
            if next_one is null then
                p.upto := '-infinity';
                p.stage := 'state';
            else
                select * into r from context.retention w where w.workspace_id = p.workspace_id;
                cut := now() - make_interval(days => context.kept_days_v1(
                    r.conversations_days, usual_conversations, most_conversations));
                old := now() - make_interval(days => context.kept_days_v1(r.audit_days, usual_audit, most_audit));
                select max(w.logged_at) into t
                from (select l.logged_at from context.event_log l
                      where l.conversation is null and l.workspace_id = p.workspace_id
                          and l.logged_at > p.upto and l.logged_at < greatest(cut, old)
                      order by l.logged_at limit at_once) w;
                if t is not null then
                    delete from context.event_log l
                    where l.conversation is null and l.workspace_id = p.workspace_id
                        and l.logged_at > p.upto and l.logged_at <= t
                        and l.logged_at < case l.kind when 'audit' then old else cut end;
                end if;
                p.upto := coalesce(t, '-infinity');
            end if;
        when 'state' then
            delete from context.state s where s.ctid = any (array(
                select o.ctid from context.state o left join context.retention w on w.workspace_id = o.workspace_id
                where o.written_at < now() - make_interval(days =>
                    context.kept_days_v1(w.state_days, usual_state, most_state))
                limit at_once));
            get diagnostics many = row_count;
            if many = 0 then
                p.stage := 'artifacts';
            end if;
        when 'artifacts' then
            update context.artifacts a
            set expires_at = a.created_at
                + make_interval(days => context.kept_days_v1(w.artifacts_days, usual_artifacts, most_artifacts))
            from context.retention w
            where w.workspace_id = a.workspace_id and w.artifacts_days is not null and a.ctid = any (array(
                select o.ctid from context.artifacts o join context.retention v on v.workspace_id = o.workspace_id
                where v.artifacts_days is not null and o.expires_at > o.created_at
                    + make_interval(days => context.kept_days_v1(v.artifacts_days, usual_artifacts, most_artifacts))
                limit at_once));
            get diagnostics many = row_count;
            if many = 0 then
                p.done_at := now();
            end if;
    end case;
    update context.retention_pass set
        stage = p.stage, conversation = p.conversation, workspace_id = p.workspace_id, upto = p.upto, done_at = p.done_at,
        again = p.again;
    return p.done_at is null;
end
$$;

-- As the functions before it, with the days of raw payloads. What changes nothing is no change: its version stays.
create function set_retention_v1(
    the_workspace text, the_conversations integer, the_audit integer, the_artifacts integer, the_state integer, the_raw integer,
    expected integer, the_entry jsonb) returns integer
language plpgsql as $$
declare
    was    context.retention;
    now_is integer;
begin
    select * into was from context.retention r where r.workspace_id = the_workspace for update;
    if found and (expected is null or expected = was.version)
        and (was.conversations_days, was.audit_days, was.artifacts_days, was.state_days, was.raw_days)
            is not distinct from (the_conversations, the_audit, the_artifacts, the_state, the_raw) then
        return was.version;
    end if;
    if expected is not null and expected > 0
        and not exists (select from context.retention r where r.workspace_id = the_workspace) then
        return null;
    end if;
    insert into context.retention as r
        (workspace_id, conversations_days, audit_days, artifacts_days, state_days, raw_days, version)
    values (the_workspace, the_conversations, the_audit, the_artifacts, the_state, the_raw, 1)
    on conflict (workspace_id) do update
        set conversations_days = excluded.conversations_days, audit_days = excluded.audit_days,
            artifacts_days = excluded.artifacts_days, state_days = excluded.state_days, raw_days = excluded.raw_days,
            version = r.version + 1
        where expected is null or r.version = expected
    returning r.version into now_is;
    if now_is is not null then
        insert into context.event_log (workspace_id, kind, type, at, data, source)
        values (the_workspace, 'audit', 'retention.update', now(), the_entry, 'context-store');
        -- The pass under way goes on to its end, for the others' sake; another one follows.
        update context.retention_pass set again = true where not again;
    end if;
    return now_is;
end
$$;

-- The rebuild that waits longest and that nobody else is at, held until the end of the transaction, at the conversation that is next.
create function take_rebuild_v1(out rebuild_id uuid, out conversation bigint, out log_seq bigint)
    returns setof record
language plpgsql as $$
declare
    r    context.rebuilds;
    upcoming bigint;
begin
    select * into r from context.rebuilds x where x.done_at is null and x.due_at <= clock_timestamp()
    order by x.due_at limit 1 for update skip locked;
    if not found then
        return;
    end if;
    -- Of a step that goes well.
    update context.rebuilds x set due_at = clock_timestamp(), failures = 0, trouble = null where x.rebuild_id = r.rebuild_id;
    if not r.underway then
        select o.id into upcoming from context.conversations o
        where o.workspace_id = r.workspace_id and o.bot_id = r.bot_id and o.conversation_id = r.conversation_id
            and (r.thread_id is null or o.thread_id = r.thread_id) and o.id > r.conversation
        order by o.id limit 1;
        if upcoming is null then
            update context.rebuilds x set done_at = now() where x.rebuild_id = r.rebuild_id;
        else
            update context.rebuilds x set conversation = upcoming, underway = true, log_seq = 0, said_seq = null
            where x.rebuild_id = r.rebuild_id returning * into r;
        end if;
    end if;
    rebuild_id := r.rebuild_id;
    conversation := case when r.underway then r.conversation end;
    log_seq := r.log_seq;
    return next;
end
$$;

-- Writes what was projected of the log's entries where the transcript says otherwise, and takes out what stands between them without
-- being in the log. None ends the conversation.
create function rebuild_entries_v1(the_rebuild uuid, entries jsonb) returns void
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
        log_seq = last_log, said_seq = last, entries = x.entries + jsonb_array_length(rebuild_entries_v1.entries),
        changed = x.changed + n, removed = x.removed + gone
    where x.rebuild_id = the_rebuild;
end
$$;

-- After a step that failed, and did nothing: it is tried again after ever longer whiles, an hour at most.
create function defer_rebuild_v1(the_rebuild uuid, the_trouble text) returns void
language sql as $$
    update context.rebuilds x set failures = x.failures + 1, trouble = the_trouble,
        due_at = clock_timestamp() + make_interval(secs => least(3600, 5 * 2 ^ least(x.failures, 10)))
    where x.rebuild_id = the_rebuild and x.done_at is null
$$;
