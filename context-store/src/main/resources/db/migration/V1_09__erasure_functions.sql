-- As the subject of a conversation's state is made.
create function percent_encoded_v1(the_text text) returns text
language sql immutable strict as $$
    select coalesce(string_agg(
        case when byte < 128 and chr(byte) ~ '^[A-Za-z0-9._~-]$' then chr(byte)
            else '%' || lpad(upper(to_hex(byte)), 2, '0') end, '' order by i), '')
    from (select i, get_byte(bytes, i) as byte
          from (select convert_to(the_text, 'UTF8') as bytes) b, generate_series(0, length(bytes) - 1) i) c
$$;

-- Whether an erasure is of that conversation, or of that actor.
create function concerns_v1(
    e context.erasures, the_bot text, the_conversation text, the_thread text, the_actor text) returns boolean
language sql immutable as $$
    select coalesce(case e.kind
        when 'conversation' then e.bot_id = the_bot and e.conversation_id = the_conversation
            and (e.thread_id is null or e.thread_id = the_thread)
        else e.actor_id = the_actor and (e.bot_id is null or e.bot_id = the_bot) end, false)
$$;

-- A conversation is shared where it says so, or where somebody else is known to be in it, in any thread.
create function is_shared_v1(
    the_workspace text, the_bot text, the_conversation text, the_actor text) returns boolean
language sql stable as $$
    select exists (
        select from context.conversations c join context.conversation_actors k on k.conversation = c.id
        where c.workspace_id = the_workspace and c.bot_id = the_bot and c.conversation_id = the_conversation
            and (k.in_group or k.actor_id <> the_actor))
    or exists (
        select from context.conversations c join context.event_log l on l.conversation = c.id
        where c.workspace_id = the_workspace and c.bot_id = the_bot and c.conversation_id = the_conversation
            and l.kind = 'event'
            and (l.data ->> 'launcher_type' = 'group' or l.data #>> '{actor,actor_id}' <> the_actor))
$$;

-- Events among these that an unfinished erasure concerns are erased from now on, whatever step it is at.
create function note_erased_v1(the_workspace text, the_events text[]) returns void
language sql as $$
    with concerned as materialized (
        select l.event_id, e.kind, e.actor_id, c.id, c.bot_id, c.conversation_id
        from context.event_log l
        join context.erasures e on e.workspace_id = l.workspace_id and e.done_at is null and l.logged_at <= e.asked_at
        left join context.conversations c on c.id = l.conversation
        where l.workspace_id = the_workspace and l.event_id = any (the_events) and l.kind = 'event'
            and context.concerns_v1(
                e, coalesce(c.bot_id, l.data ->> 'bot_id'), c.conversation_id, c.thread_id, l.data #>> '{actor,actor_id}')
    ),
    -- Each conversation once, however many events: of one that nobody shares, the whole log is looked through.
    once as materialized (
        select distinct k.bot_id, k.conversation_id, k.actor_id from concerned k where k.kind = 'actor' and k.id is not null
    ),
    alone as materialized (
        select o.* from once o where not context.is_shared_v1(the_workspace, o.bot_id, o.conversation_id, o.actor_id)
    )
    insert into context.erased_events as x (workspace_id, event_id, answers)
    select the_workspace, k.event_id, bool_or(k.kind = 'conversation' or k.id is null or a.actor_id is not null)
    from concerned k left join alone a using (bot_id, conversation_id, actor_id)
    group by k.event_id
    order by k.event_id
    on conflict (workspace_id, event_id) do update set answers = x.answers or excluded.answers
$$;

-- The tombstone, in one transaction with the end of all writing by runs that are under way. Batches under way are waited for, and
-- so are the writes of these runs: what was stored before that moment is found by the steps, what comes after it is kept out.
create function ask_erasure_v1(
    the_id uuid, the_workspace text, the_kind text, the_bot text, the_conversation text, the_thread text, the_actor text,
    the_audit jsonb) returns void
language plpgsql as $$
begin
    perform pg_advisory_xact_lock(hashtext('context.erasures'));
    insert into context.erasures
        (erasure_id, workspace_id, kind, bot_id, conversation_id, thread_id, actor_id, asked_at)
    values (the_id, the_workspace, the_kind, the_bot, the_conversation, the_thread, the_actor, clock_timestamp());
    perform context.note_erased_v1(the_workspace, array(
        select f.event_id from context.fences f
        where f.workspace_id = the_workspace and not f.ended and f.event_id is not null
            and (the_bot is null or f.bot_id = the_bot)));
    update context.fences f set erased = true
    where f.workspace_id = the_workspace and not f.ended and not f.erased
        and (exists (select from context.erased_events x
                     where x.workspace_id = f.workspace_id and x.event_id = f.event_id)
            or (f.bot_id = the_bot and f.conversation_id = the_conversation
                and (the_thread is null or f.thread_id = the_thread)));
    update context.erasures e set asked_at = clock_timestamp() where e.erasure_id = the_id;
    insert into context.event_log (workspace_id, kind, type, at, data, source)
    values (the_workspace, 'audit', 'erasure.create', now(), the_audit, 'context-store');
end
$$;

-- Artifacts of these runs, and their bytes where nobody else refers to them.
create function erase_artifacts_v1(
    the_workspace text, the_runs uuid[], out many bigint, out bytes bigint)
language plpgsql as $$
declare
    gone record;
begin
    many := 0;
    bytes := 0;
    for gone in
        with dead as (
            delete from context.artifacts a where a.workspace_id = the_workspace and a.run_id = any (the_runs)
            returning a.sha256, a.size_bytes)
        select d.sha256, count(*) as many, max(d.size_bytes) as size from dead d group by d.sha256 order by d.sha256
    loop
        many := many + gone.many;
        perform context.free_content_v1(the_workspace, gone.sha256);
        if not exists (select from context.artifact_contents c
                       where c.workspace_id = the_workspace and c.sha256 = gone.sha256) then
            bytes := bytes + gone.size;
        end if;
    end loop;
end
$$;

-- Uploads of an erased conversation, or for an erased actor, that had begun, and the bytes that came of them.
create function erase_uploads_v1(e context.erasures, with_finished boolean) returns void
language sql as $$
    with gone as (
        delete from context.artifact_uploads u
        where u.workspace_id = e.workspace_id
            and case e.kind
                when 'actor' then u.scope = 'actor' and u.scope_key = e.actor_id and (e.bot_id is null or u.bot_id = e.bot_id)
                else u.bot_id = e.bot_id and u.conversation_id = e.conversation_id
                    and (e.thread_id is null or u.thread_id = e.thread_id) end
            and u.begun_at <= e.asked_at and (with_finished or not u.finished)
        returning u.workspace_id, u.upload_id)
    delete from context.artifact_contents c using gone
    where c.workspace_id = gone.workspace_id and c.sha256 = 'upload/' || gone.upload_id;
$$;

-- Artifacts that are for one actor, whoever made them, and their bytes where nobody else refers to them; a bounded number at a time.
create function erase_artifacts_of_actor_v1(
    the_workspace text, the_bot text, the_actor text, the_time timestamptz, most integer, out many bigint, out bytes bigint)
language plpgsql as $$
declare
    gone record;
begin
    many := 0;
    bytes := 0;
    for gone in
        with dead as (
            delete from context.artifacts a
            where a.ctid = any (array(
                select o.ctid from context.artifacts o
                where o.workspace_id = the_workspace and o.scope = 'actor' and o.scope_key = the_actor
                    and (the_bot is null or o.bot_id = the_bot)
                    and (o.created_at <= the_time or exists (
                        select from context.artifact_uploads u
                        where u.workspace_id = o.workspace_id and u.run_id = o.run_id and u.artifact_id = o.artifact_id
                            and u.begun_at <= the_time))
                limit most for update))
            returning a.sha256, a.size_bytes)
        select d.sha256, count(*) as many, max(d.size_bytes) as size from dead d group by d.sha256 order by d.sha256
    loop
        many := many + gone.many;
        perform context.free_content_v1(the_workspace, gone.sha256);
        if not exists (select from context.artifact_contents c
                       where c.workspace_id = the_workspace and c.sha256 = gone.sha256) then
            bytes := bytes + gone.size;
        end if;
    end loop;
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
        perform context.erase_uploads_v1(new, false);
        select a.many, a.bytes into gone
        from context.erase_artifacts_of_actor_v1(new.workspace_id, new.bot_id, new.actor_id, new.asked_at, at_once) a;
        new.artifacts := new.artifacts + gone.many;
        new.artifact_bytes := new.artifact_bytes + gone.bytes;
        if gone.many > 0 then
            new.stage := 'artifacts';
        elsif new.stage = 'state' then
            perform context.erase_uploads_v1(new, true);
        end if;
    end if;
    return new;
end
$$;
create trigger erase_raw_first_v1 before update of stage on erasures
    for each row when (old.stage = 'artifacts' and new.stage = 'state') execute function erase_raw_first_v1();

create function is_state_of_v1(the_subject text, the_conversation text, the_thread text) returns boolean
language sql immutable as $$
    select case when the_thread is null
        then starts_with(the_subject, context.percent_encoded_v1(the_conversation) || '/')
        else the_subject = context.percent_encoded_v1(the_conversation) || '/' || context.percent_encoded_v1(the_thread) end
$$;

create function is_state_of_actor_v1(the_subject text, the_actor text) returns boolean
language sql immutable as $$
    select case when position('/' in the_subject) = 0
        then the_subject = the_actor
        else split_part(the_subject, '/', 2) = context.percent_encoded_v1(the_actor) end
$$;

-- Conversation after conversation in the order of their numbers, each in windows of its log and then of its transcript.
create function erase_entries_v1(e context.erasures, most integer) returns context.erasures
language plpgsql as $$
declare
    budget integer := most;
    c      context.conversations;
    upto   bigint;
    many   bigint;
    runs   uuid[];
    art    record;
    gone   record;
begin
    while budget > 0 loop
        if not e.underway then
            select * into c from context.conversations o
            where o.workspace_id = e.workspace_id and (e.bot_id is null or o.bot_id = e.bot_id)
                and (e.conversation_id is null or o.conversation_id = e.conversation_id)
                and (e.thread_id is null or o.thread_id = e.thread_id) and o.id > e.conversation
            order by o.id limit 1;
            if not found then
                e.stage := 'outside';
                return e;
            end if;
            e.conversation := c.id;
            e.log_seq := 0;
            e.underway := true;
            budget := budget - 20;
            e.whole := e.kind = 'conversation';
            if e.kind = 'actor' then
                if exists (select from context.conversation_actors k
                           where k.conversation = c.id and k.actor_id = e.actor_id)
                    or exists (select from context.event_log l
                           where l.conversation = c.id and l.kind = 'event' and l.data #>> '{actor,actor_id}' = e.actor_id)
                    or exists (select from context.transcript t
                               where t.conversation = c.id and t.run_id is null and t.metadata ->> 'actor_id' = e.actor_id)
                then
                    e.whole := not context.is_shared_v1(c.workspace_id, c.bot_id, c.conversation_id, e.actor_id);
                else
                    e.underway := false;
                    continue;
                end if;
            end if;
        end if;
        select max(w.seq), count(*) into upto, many
        from (select l.seq from context.event_log l
              where l.conversation = e.conversation and l.seq > e.log_seq and l.logged_at <= e.asked_at
              order by l.seq limit greatest(budget, 1)) w;
        if upto is not null then
            with dead as (
                delete from context.event_log l
                where l.conversation = e.conversation and l.seq > e.log_seq and l.seq <= upto and l.logged_at <= e.asked_at
                    and (e.whole or (l.kind = 'event' and l.data #>> '{actor,actor_id}' = e.actor_id))
                returning l.kind, l.event_id, l.run_id),
            noted as (
                insert into context.erased_events as x (workspace_id, event_id, answers)
                select distinct e.workspace_id, d.event_id, e.whole from dead d
                where d.kind = 'event' and d.event_id is not null order by d.event_id
                on conflict (workspace_id, event_id) do update set answers = x.answers or excluded.answers)
            select count(*) filter (where d.kind = 'event') as events,
                count(*) filter (where d.kind = 'result') as results,
                count(*) filter (where d.kind = 'receipt') as receipts,
                array_agg(distinct d.run_id) filter (where d.kind = 'result') as runs
            into gone from dead d;
            e.events := e.events + gone.events;
            e.results := e.results + gone.results;
            e.receipts := e.receipts + gone.receipts;
            runs := coalesce(gone.runs, '{}');
            update context.runs r set said = '', made = null
            where r.workspace_id = e.workspace_id and r.run_id = any (runs) and (r.said <> '' or r.made is not null);
            select a.many, a.bytes into art from context.erase_artifacts_v1(e.workspace_id, runs) a;
            e.artifacts := e.artifacts + art.many;
            e.artifact_bytes := e.artifact_bytes + art.bytes;
            e.log_seq := upto;
            budget := budget - many;
        else
            delete from context.transcript t
            where t.conversation = e.conversation and t.seq = any (array(
                select o.seq from context.transcript o
                where o.conversation = e.conversation and coalesce(o.logged_at, '-infinity') <= e.asked_at
                    and (e.whole or (o.run_id is null and o.metadata ->> 'actor_id' = e.actor_id))
                order by o.seq limit most));
            get diagnostics many = row_count;
            e.transcript := e.transcript + many;
            budget := budget - many;
            if many < most then
                select * into c from context.conversations o where o.id = e.conversation for update;
                delete from context.conversation_actors k
                where k.conversation = e.conversation and k.seen_at <= e.asked_at and (e.whole or k.actor_id = e.actor_id);
                if e.whole then
                    -- Where the log has nothing of it any more, all that it ever counted is erased.
                    update context.conversations o set erased_at = e.asked_at,
                        erased_event_seq = greatest(o.erased_event_seq, case when exists (
                            select from context.event_log l where l.conversation = e.conversation)
                            then e.log_seq else o.last_event_seq end)
                    where o.id = e.conversation;
                end if;
                if e.whole and e.kind = 'actor' then
                    select a.many, a.bytes into art from context.erase_artifacts_v1(e.workspace_id, array(
                        select distinct d.run_id from (
                            select a.run_id from context.artifacts a
                            where a.workspace_id = e.workspace_id and md5(a.conversation_id) = md5(c.conversation_id)
                                and a.bot_id = c.bot_id and a.conversation_id = c.conversation_id
                                and a.thread_id = c.thread_id and a.created_at <= e.asked_at
                            order by a.run_id limit 100) d)) a;
                    e.artifacts := e.artifacts + art.many;
                    e.artifact_bytes := e.artifact_bytes + art.bytes;
                    if art.many > 0 then
                        budget := budget - 100;
                        continue;
                    end if;
                    delete from context.state s
                    where s.workspace_id = e.workspace_id and s.bot_id = c.bot_id and s.scope = 'conversation'
                        and s.written_at <= e.asked_at
                        and context.is_state_of_v1(s.subject, c.conversation_id, c.thread_id);
                    get diagnostics many = row_count;
                    e.state := e.state + many;
                end if;
                e.underway := false;
            end if;
        end if;
    end loop;
    return e;
end
$$;

-- Whether an entry of the audit says that this actor spoke, or somebody in this conversation.
create function speaks_of_v1(e context.erasures, the_entry jsonb) returns boolean
language sql immutable as $$
    select coalesce(case e.kind
        when 'actor' then strpos(the_entry ->> 'detail', ' sender=' || e.actor_id || ' session=') > 0
            and (e.bot_id is null or starts_with(the_entry ->> 'detail', 'bot=' || e.bot_id || ' '))
        else starts_with(substring(the_entry ->> 'detail' from ' session=(\S+) found=\d+$'),
                context.percent_encoded_v1(e.workspace_id) || '/' || context.percent_encoded_v1(e.bot_id) || '/'
                    || context.percent_encoded_v1(e.conversation_id) || '/')
            and (e.thread_id is null or substring(the_entry ->> 'detail' from ' session=(\S+) found=\d+$') =
                context.percent_encoded_v1(e.workspace_id) || '/' || context.percent_encoded_v1(e.bot_id) || '/'
                    || context.percent_encoded_v1(e.conversation_id) || '/' || context.percent_encoded_v1(e.thread_id))
        end, false)
$$;

create function without_speaker_v1(the_entry jsonb) returns jsonb
language sql immutable as $$
    select jsonb_set(the_entry, '{detail}', to_jsonb(regexp_replace(
        the_entry ->> 'detail', ' sender=.* session=\S+ found=', ' sender=erased session=erased found=')))
$$;

-- What an actor caused outside any conversation is his alone, and so is what answered it: his events, what answers them, and then what
-- was made known of that, each in windows of the time of storing. The audit stays, without who spoke and where.
create function erase_outside_v1(e context.erasures, most integer) returns context.erasures
language plpgsql as $$
declare
    t    timestamptz;
    runs uuid[];
    many bigint;
    art  record;
begin
    -- As a replica of before left it: what it had done is looked at once more.
    if e.stage = 'rest' and e.outside <> 'rest' or e.stage = 'answers' and e.outside = 'events' then
        e.outside := e.stage;
        e.outside_upto := '-infinity';
    end if;
    e.stage := 'outside';
    if e.kind <> 'actor' and e.outside <> 'rest' then
        e.outside := 'rest';
        return e;
    end if;
    select max(w.logged_at) into t
    from (select l.logged_at from context.event_log l
          where l.conversation is null and l.workspace_id = e.workspace_id
              and l.logged_at > e.outside_upto and l.logged_at <= e.asked_at
          order by l.logged_at limit most) w;
    if t is null then
        e.outside_upto := '-infinity';
        e.outside := case e.outside when 'events' then 'answers' when 'answers' then 'rest' else 'over' end;
        e.stage := case e.outside when 'over' then 'artifacts' else 'outside' end;
        return e;
    end if;
    case e.outside
        when 'events' then
            with dead as (
                delete from context.event_log l
                where l.conversation is null and l.workspace_id = e.workspace_id
                    and l.logged_at > e.outside_upto and l.logged_at <= t and l.kind = 'event'
                    and l.data #>> '{actor,actor_id}' = e.actor_id
                    and (e.bot_id is null or l.data ->> 'bot_id' = e.bot_id)
                returning l.event_id),
            noted as (
                insert into context.erased_events as x (workspace_id, event_id, answers)
                select distinct e.workspace_id, d.event_id, true from dead d
                where d.event_id is not null order by d.event_id
                on conflict (workspace_id, event_id) do update set answers = true)
            select count(*) into many from dead;
            e.events := e.events + many;
        when 'answers' then
            with dead as (
                delete from context.event_log l using context.erased_events x
                where l.conversation is null and l.workspace_id = e.workspace_id
                    and l.logged_at > e.outside_upto and l.logged_at <= t and l.kind = 'result'
                    and x.workspace_id = e.workspace_id and x.event_id = l.event_id and x.answers
                returning l.run_id),
            noted as (
                insert into context.erasure_runs (erasure_id, run_id)
                select distinct e.erasure_id, d.run_id from dead d where d.run_id is not null
                on conflict do nothing)
            select coalesce(array_agg(distinct d.run_id), '{}'), count(*) into runs, many from dead d;
            e.results := e.results + many;
            update context.runs r set said = '', made = null
            where r.workspace_id = e.workspace_id and r.run_id = any (runs) and (r.said <> '' or r.made is not null);
            select a.many, a.bytes into art from context.erase_artifacts_v1(e.workspace_id, runs) a;
            e.artifacts := e.artifacts + art.many;
            e.artifact_bytes := e.artifact_bytes + art.bytes;
        when 'rest' then
            delete from context.event_log l using context.erasure_runs r
            where l.conversation is null and l.workspace_id = e.workspace_id
                and l.logged_at > e.outside_upto and l.logged_at <= t and l.kind = 'receipt'
                and r.erasure_id = e.erasure_id and r.run_id = l.run_id;
            get diagnostics many = row_count;
            e.receipts := e.receipts + many;
            update context.event_log l set data = context.without_speaker_v1(l.data)
            where l.conversation is null and l.workspace_id = e.workspace_id
                and l.logged_at > e.outside_upto and l.logged_at <= t and l.kind = 'audit'
                and context.speaks_of_v1(e, l.data);
    end case;
    e.outside_upto := t;
    return e;
end
$$;

create function erase_some_v1(e context.erasures, most integer) returns void
language plpgsql as $$
declare
    n bigint;
    b bigint;
begin
    case e.stage
        when 'entries' then
            e := context.erase_entries_v1(e, most);
        when 'outside', 'answers', 'rest' then
            e := context.erase_outside_v1(e, most);
        when 'artifacts' then
            -- None that began before comes to its end after; what has come to its end meanwhile is an artifact, and goes with the others.
            perform context.erase_uploads_v1(e, false);
            select a.many, a.bytes into n, b from context.erase_artifacts_v1(e.workspace_id, array(
                select distinct d.run_id from (
                    select a.run_id from context.artifacts a
                    where e.kind = 'conversation' and a.workspace_id = e.workspace_id
                        and md5(a.conversation_id) = md5(e.conversation_id) and a.bot_id = e.bot_id
                        and a.conversation_id = e.conversation_id and (e.thread_id is null or a.thread_id = e.thread_id)
                        and (a.created_at <= e.asked_at or exists (
                            select from context.artifact_uploads u
                            where u.workspace_id = a.workspace_id and u.run_id = a.run_id and u.artifact_id = a.artifact_id
                                and u.begun_at <= e.asked_at))
                    order by a.run_id limit 100) d)) a;
            if e.kind = 'actor' then
                select a.many, a.bytes into n, b
                from context.erase_artifacts_of_actor_v1(e.workspace_id, e.bot_id, e.actor_id, e.asked_at, most) a;
            end if;
            e.artifacts := e.artifacts + n;
            e.artifact_bytes := e.artifact_bytes + b;
            if n = 0 then
                perform context.erase_uploads_v1(e, true);
                e.stage := 'state';
            end if;
        when 'state' then
            delete from context.state s
            where s.ctid = any (array(
                select o.ctid from context.state o
                where o.workspace_id = e.workspace_id and (e.bot_id is null or o.bot_id = e.bot_id)
                    and o.written_at <= e.asked_at
                    and case e.kind
                        when 'actor' then o.scope = 'actor' and context.is_state_of_actor_v1(o.subject, e.actor_id)
                        else o.scope = 'conversation'
                            and context.is_state_of_v1(o.subject, e.conversation_id, e.thread_id) end
                limit most));
            get diagnostics n = row_count;
            e.state := e.state + n;
            if n = 0 then
                delete from context.erasure_runs r where r.erasure_id = e.erasure_id;
                e.done_at := now();
            end if;
    end case;
    update context.erasures x set
        stage = e.stage, conversation = e.conversation, underway = e.underway, log_seq = e.log_seq, whole = e.whole,
        events = e.events, results = e.results, receipts = e.receipts, transcript = e.transcript,
        artifacts = e.artifacts, artifact_bytes = e.artifact_bytes, state = e.state, done_at = e.done_at,
        outside = e.outside, outside_upto = e.outside_upto, due_at = clock_timestamp(), failures = 0, trouble = null
    where x.erasure_id = e.erasure_id;
end
$$;

-- One bounded step of the erasure that waits longest and that nobody else is at; each has its turn. False where none is due. A step
-- that fails does nothing, and is tried again after ever longer whiles, an hour at most.
create function erase_step_v1(most integer) returns boolean
language plpgsql as $$
declare
    e context.erasures;
begin
    select * into e from context.erasures x where x.done_at is null and x.due_at <= clock_timestamp()
    order by x.due_at limit 1 for update skip locked;
    if not found then
        return false;
    end if;
    begin
        perform context.erase_some_v1(e, most);
    exception when others then
        raise warning 'erasure % failed at % (%)', e.erasure_id, e.stage, sqlstate;
        update context.erasures x set failures = x.failures + 1, trouble = sqlstate,
            due_at = clock_timestamp() + make_interval(secs => least(3600, 5 * 2 ^ least(x.failures, 10)))
        where x.erasure_id = e.erasure_id;
    end;
    return true;
end
$$;
