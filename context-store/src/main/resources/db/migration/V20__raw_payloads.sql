-- Platforms' own payloads, scrubbed: one for each event, under the event's id, which nobody but the host gives. They are kept apart from
-- artifacts: there is one for every message, small and short-lived, and nobody sees one who is not allowed to.
create table raw_payloads (
    workspace_id    text        not null,
    event_id        text        not null,
    bot_id          text        not null,
    conversation_id text,
    thread_id       text        not null default '',
    actor_id        text,
    sha256          text        not null,
    payload         bytea       not null,
    created_at      timestamptz not null default clock_timestamp(),
    primary key (workspace_id, event_id)
);
create index raw_payloads_age on raw_payloads (workspace_id, created_at);
-- An id may be longer than what an index holds.
create index raw_payloads_conversation on raw_payloads (workspace_id, md5(conversation_id)) where conversation_id is not null;
create index raw_payloads_actor on raw_payloads (workspace_id, md5(actor_id)) where actor_id is not null;

alter table retention add column raw_days integer check (raw_days > 0);

-- Whether one is kept now. The first one that comes for an event stays. None comes back that was erased, and none that has outlived its
-- time: its event was logged when it came first.
create function put_raw_v1(
    the_workspace text, the_event text, the_bot text, the_conversation text, the_thread text, the_actor text,
    the_received timestamptz, the_sha256 text, the_payload bytea) returns boolean
language plpgsql as $$
begin
    -- An erasure that is asked for in this moment comes before it, and is seen, or after it, and finds it.
    perform pg_advisory_xact_lock_shared(hashtext('context.erasures'));
    if exists (select from context.raw_payloads r where r.workspace_id = the_workspace and r.event_id = the_event) then
        return true;
    end if;
    if exists (select from context.erased_events x where x.workspace_id = the_workspace and x.event_id = the_event)
        or exists (
            select from context.erasures e
            where e.workspace_id = the_workspace and e.asked_at >= the_received
                and (e.conversation_id is not null or e.actor_id is not null)
                and case e.kind
                    when 'conversation' then e.bot_id = the_bot and e.conversation_id = the_conversation
                        and (e.thread_id is null or e.thread_id = the_thread)
                    else e.actor_id = the_actor and (e.bot_id is null or e.bot_id = the_bot) end)
        or exists (select from context.logged l where l.workspace_id = the_workspace and l.log_key = 'event/' || the_event)
    then
        return false;
    end if;
    insert into context.raw_payloads
        (workspace_id, event_id, bot_id, conversation_id, thread_id, actor_id, sha256, payload)
    values (the_workspace, the_event, the_bot, the_conversation, the_thread, the_actor, the_sha256, the_payload)
    on conflict do nothing;
    return true;
end
$$;

-- Some of what has outlived its time, workspace after workspace. Answers how many; fewer than asked for, and nothing is left. Replicas
-- may call it at once.
create function expire_raw_v1(usual integer, most integer, at_once integer) returns integer
language plpgsql as $$
declare
    w    text := '';
    own  integer;
    many integer := 0;
    n    integer;
begin
    loop
        select min(r.workspace_id) into w from context.raw_payloads r where r.workspace_id > w;
        exit when w is null or many >= at_once;
        select t.raw_days into own from context.retention t where t.workspace_id = w;
        delete from context.raw_payloads r where r.workspace_id = w and r.event_id = any (array(
            select o.event_id from context.raw_payloads o
            where o.workspace_id = w and o.created_at < now() - make_interval(days => least(coalesce(own, usual), most))
            order by o.created_at limit at_once - many for update skip locked));
        get diagnostics n = row_count;
        many := many + n;
    end loop;
    return many;
end
$$;

-- Some of what an erasure concerns: of its conversation, or of its actor and of events that were erased with him.
create function erase_raw_v1(e context.erasures, at_once integer, out many bigint, out bytes bigint)
language plpgsql as $$
begin
    with dead as (
        delete from context.raw_payloads r where r.workspace_id = e.workspace_id and r.event_id = any (array(
            select o.event_id from context.raw_payloads o
            where e.kind = 'conversation' and o.workspace_id = e.workspace_id
                and md5(o.conversation_id) = md5(e.conversation_id) and o.bot_id = e.bot_id
                and o.conversation_id = e.conversation_id and (e.thread_id is null or o.thread_id = e.thread_id)
                and o.created_at <= e.asked_at
            union
            select o.event_id from context.raw_payloads o
            where e.kind = 'actor' and o.workspace_id = e.workspace_id and md5(o.actor_id) = md5(e.actor_id)
                and o.actor_id = e.actor_id and (e.bot_id is null or o.bot_id = e.bot_id) and o.created_at <= e.asked_at
            union
            select o.event_id from context.erased_events x
            join context.raw_payloads o on o.workspace_id = x.workspace_id and o.event_id = x.event_id
            where e.kind = 'actor' and x.workspace_id = e.workspace_id
            limit at_once))
        returning length(r.payload) as size)
    select count(*), coalesce(sum(d.size), 0) into many, bytes from dead d;
end
$$;

-- They go in the steps of the artifacts and are counted with them: an erasure comes to its next stage when none is left. Whichever
-- build's functions carry the erasure out.
create function erase_raw_first_v1() returns trigger
language plpgsql as $$
declare
    at_once constant integer := 1000;
    gone    record;
begin
    select r.many, r.bytes into gone from context.erase_raw_v1(new, at_once) r;
    new.artifacts := new.artifacts + gone.many;
    new.artifact_bytes := new.artifact_bytes + gone.bytes;
    if gone.many >= at_once then
        new.stage := 'artifacts';
    end if;
    -- What is for an actor: a build of before knows none of it.
    if new.kind = 'actor' then
        perform context.erase_uploads_v0(new, false);
        select a.many, a.bytes into gone
        from context.erase_artifacts_of_actor_v1(new.workspace_id, new.bot_id, new.actor_id, new.asked_at, at_once) a;
        new.artifacts := new.artifacts + gone.many;
        new.artifact_bytes := new.artifact_bytes + gone.bytes;
        if gone.many > 0 then
            new.stage := 'artifacts';
        elsif new.stage = 'state' then
            perform context.erase_uploads_v0(new, true);
        end if;
    end if;
    return new;
end
$$;
create trigger erase_raw_first_v1 before update of stage on erasures
    for each row when (old.stage = 'artifacts' and new.stage = 'state') execute function erase_raw_first_v1();

-- As the functions before it, with the days of raw payloads. What changes nothing is no change: its version stays.
create function set_retention_v2(
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

-- Each rebuild has its turn, and one that fails waits ever longer while the others go on.
alter table rebuilds
    add column due_at timestamptz not null default now(),
    add column failures integer not null default 0,
    -- The database's code of what went wrong last.
    add column trouble text;

-- The rebuild that waits longest and that nobody else is at, held until the end of the transaction, at the conversation that is next.
create function take_rebuild_v2(out rebuild_id uuid, out conversation bigint, out log_seq bigint)
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

-- After a step that failed, and did nothing: it is tried again after ever longer whiles, an hour at most.
create function defer_rebuild_v1(the_rebuild uuid, the_trouble text) returns void
language sql as $$
    update context.rebuilds x set failures = x.failures + 1, trouble = the_trouble,
        due_at = clock_timestamp() + make_interval(secs => least(3600, 5 * 2 ^ least(x.failures, 10)))
    where x.rebuild_id = the_rebuild and x.done_at is null
$$;
