-- How long each class lives: the workspace's own days, else the operator's, never more than the operator's maximum.
create function kept_days_v0(own integer, usual integer, most integer) returns integer
language sql immutable as $$ select least(coalesce(own, usual), most) $$;

-- Drops the partitions of the log that are older than whatever anybody keeps. One replica at a time; a table that is in use is left for
-- the next time.
create function drop_event_log_v0(
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
        max(context.kept_days_v0(r.conversations_days, usual_conversations, most_conversations)),
        max(context.kept_days_v0(r.audit_days, usual_audit, most_audit)))
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

-- Entries of before they had the time of their storing have that of the log, which always had it; no platform's or runner's own time
-- counts. What the log has no more has outlived its time.
create function date_transcript_v0(the_conversation bigint, most integer) returns void
language sql as $$
    with undated as (
        select t.seq from context.transcript t
        where t.conversation = the_conversation and t.logged_at is null
        order by t.seq limit most)
    update context.transcript t
    set logged_at = coalesce((
        select l.logged_at from context.event_log l
        where l.conversation = the_conversation and l.seq >= t.seq and l.transcript_seq = t.seq
        order by l.seq limit 1), '-infinity')
    from undated u
    where t.conversation = the_conversation and t.seq = u.seq
$$;

-- One bounded step of the daily pass over what is too old; false where somebody else is at it, or it was done of late.
create function retention_step_v0(
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
                select o.id, now() - make_interval(days => context.kept_days_v0(
                        w.conversations_days, usual_conversations, most_conversations)) as cut,
                    now() - make_interval(days => 1 + greatest(
                        context.kept_days_v0(w.conversations_days, usual_conversations, most_conversations),
                        context.kept_days_v0(w.state_days, usual_state, most_state),
                        context.kept_days_v0(w.artifacts_days, usual_artifacts, most_artifacts))) as gone
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
                perform context.date_transcript_v0(c.id, at_once);
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
                cut := now() - make_interval(days => context.kept_days_v0(
                    r.conversations_days, usual_conversations, most_conversations));
                old := now() - make_interval(days => context.kept_days_v0(r.audit_days, usual_audit, most_audit));
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
                    context.kept_days_v0(w.state_days, usual_state, most_state))
                limit at_once));
            get diagnostics many = row_count;
            if many = 0 then
                p.stage := 'artifacts';
            end if;
        when 'artifacts' then
            update context.artifacts a
            set expires_at = a.created_at
                + make_interval(days => context.kept_days_v0(w.artifacts_days, usual_artifacts, most_artifacts))
            from context.retention w
            where w.workspace_id = a.workspace_id and w.artifacts_days is not null and a.ctid = any (array(
                select o.ctid from context.artifacts o join context.retention v on v.workspace_id = o.workspace_id
                where v.artifacts_days is not null and o.expires_at > o.created_at
                    + make_interval(days => context.kept_days_v0(v.artifacts_days, usual_artifacts, most_artifacts))
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
