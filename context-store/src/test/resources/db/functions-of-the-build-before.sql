-- file: R__artifacts.sql
-- Whoever keeps bytes that are there already holds their row shared until it commits, and whoever frees them takes it alone: bytes
-- that somebody refers to are never freed, and bytes that nobody refers to are never relied on.

create or replace function keep_content(the_workspace text, the_sha256 text, the_bytes bytea) returns void
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
create or replace function free_content(the_workspace text, the_sha256 text) returns void
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
create or replace function put_artifact(
    the_workspace text, the_run uuid, the_attempt integer, the_operation text,
    the_bot text, the_conversation text, the_thread text, the_runner text, the_id text, the_type text, the_mime text,
    the_name text, the_sha256 text, the_metadata text, the_bytes bytea, the_ttl double precision,
    out outcome text, out created timestamptz, out expires timestamptz)
language plpgsql as $$
declare
    write  record;
    former text;
begin
    write := context.claim_write(the_workspace, the_run, the_attempt, the_operation);
    if not write.admitted then
        outcome := 'fenced';
        return;
    end if;
    if write.answered is null then
        select a.sha256 into former from context.artifacts a
        where a.workspace_id = the_workspace and a.run_id = the_run and a.artifact_id = the_id
        for update;
        perform context.keep_content(the_workspace, the_sha256, the_bytes);
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
                perform context.free_content(the_workspace, former);
            end if;
            return;
        end if;
        -- Bytes that were kept for nothing.
        perform context.free_content(the_workspace, the_sha256);
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
create or replace function expire_artifacts(most integer) returns integer
language plpgsql as $$
declare
    gone record;
    many integer := 0;
begin
    for gone in
        with dead as (
            delete from context.artifacts a using (
                select workspace_id, run_id, artifact_id from context.artifacts
                where expires_at <= now() order by expires_at limit most for update skip locked) d
            where a.workspace_id = d.workspace_id and a.run_id = d.run_id and a.artifact_id = d.artifact_id
            returning a.workspace_id, a.sha256)
        select workspace_id, sha256, count(*) as many from dead
        group by workspace_id, sha256 order by workspace_id, sha256
    loop
        many := many + gone.many;
        perform context.free_content(gone.workspace_id, gone.sha256);
    end loop;
    return many;
end
$$;
-- file: R__erasure.sql
-- What is asked to be erased goes in steps, each its own transaction with its place kept in context.erasures: any replica goes on
-- where another one died. What comes later of it (a record that was under way, one that is read again, a run that has not ended)
-- meets the tombstone: the row in context.erasures by its time, and the ids in context.erased_events.

-- As the subject of a conversation's state is made.
create or replace function percent_encoded(the_text text) returns text
language sql immutable strict as $$
    select coalesce(string_agg(
        case when byte < 128 and chr(byte) ~ '^[A-Za-z0-9._~-]$' then chr(byte)
            else '%' || lpad(upper(to_hex(byte)), 2, '0') end, '' order by i), '')
    from (select i, get_byte(bytes, i) as byte
          from (select convert_to(the_text, 'UTF8') as bytes) b, generate_series(0, length(bytes) - 1) i) c
$$;

-- Whether an erasure is of that conversation, or of that actor.
create or replace function concerns(
    e context.erasures, the_bot text, the_conversation text, the_thread text, the_actor text) returns boolean
language sql immutable as $$
    select coalesce(case e.kind
        when 'conversation' then e.bot_id = the_bot and e.conversation_id = the_conversation
            and (e.thread_id is null or e.thread_id = the_thread)
        else e.actor_id = the_actor and (e.bot_id is null or e.bot_id = the_bot) end, false)
$$;

-- A conversation is shared where it says so, or where somebody else is known to be in it, in any thread.
create or replace function is_shared(
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
create or replace function note_erased(the_workspace text, the_events text[]) returns void
language sql as $$
    insert into context.erased_events as x (workspace_id, event_id, answers)
    select l.workspace_id, l.event_id, bool_or(
        e.kind = 'conversation' or c.id is null
        or not context.is_shared(c.workspace_id, c.bot_id, c.conversation_id, e.actor_id))
    from context.event_log l
    join context.erasures e on e.workspace_id = l.workspace_id and e.done_at is null and l.logged_at <= e.asked_at
    left join context.conversations c on c.id = l.conversation
    where l.workspace_id = the_workspace and l.event_id = any (the_events) and l.kind = 'event'
        and context.concerns(
            e, coalesce(c.bot_id, l.data ->> 'bot_id'), c.conversation_id, c.thread_id, l.data #>> '{actor,actor_id}')
    group by l.workspace_id, l.event_id
    order by l.event_id
    on conflict (workspace_id, event_id) do update set answers = x.answers or excluded.answers
$$;

-- The tombstone, in one transaction with the end of all writing by runs that are under way. Batches under way are waited for, and
-- so are the writes of these runs: what was stored before that moment is found by the steps, what comes after it is kept out.
create or replace function ask_erasure(
    the_id uuid, the_workspace text, the_kind text, the_bot text, the_conversation text, the_thread text, the_actor text,
    the_audit jsonb) returns void
language plpgsql as $$
begin
    perform pg_advisory_xact_lock(hashtext('context.erasures'));
    insert into context.erasures
        (erasure_id, workspace_id, kind, bot_id, conversation_id, thread_id, actor_id, asked_at)
    values (the_id, the_workspace, the_kind, the_bot, the_conversation, the_thread, the_actor, clock_timestamp());
    perform context.note_erased(the_workspace, array(
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
create or replace function erase_artifacts(
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
        perform context.free_content(the_workspace, gone.sha256);
        if not exists (select from context.artifact_contents c
                       where c.workspace_id = the_workspace and c.sha256 = gone.sha256) then
            bytes := bytes + gone.size;
        end if;
    end loop;
end
$$;

-- Whether any of a batch may be what must not come back. Where its workspaces have erased nothing of late, one look into a small index.
create or replace function meets_erasures(entries jsonb) returns boolean
language plpgsql stable as $$
declare
    those text[];
begin
    select array_agg(g.workspace_id) into those
    from (select distinct workspace_id from jsonb_to_recordset(entries) as g (workspace_id text)) g
    where exists (
        select from context.erasures e
        where e.workspace_id = g.workspace_id and (e.conversation_id is not null or e.actor_id is not null));
    if those is null then
        return false;
    end if;
    return exists (
        select from jsonb_to_recordset(entries) as g (workspace_id text, kind text, event_id text, run_id uuid, at double precision)
        left join context.runs r on g.event_id is null and r.workspace_id = g.workspace_id and r.run_id = g.run_id
        where g.workspace_id = any (those) and (
            exists (
                select from context.erased_events x
                where x.workspace_id = g.workspace_id and x.event_id = coalesce(g.event_id, r.event_id))
            or exists (
                select from context.erasures e where e.workspace_id = g.workspace_id and e.done_at is null)
            or (g.kind in ('event', 'audit') or coalesce(g.event_id, r.event_id) is null) and exists (
                select from context.erasures e
                where e.workspace_id = g.workspace_id and (e.conversation_id is not null or e.actor_id is not null)
                    and e.asked_at >= to_timestamp(g.at))));
end
$$;

-- A batch without what must not come back. Rare: called only where something of it may be that.
create or replace function without_erased(entries jsonb) returns jsonb
language plpgsql as $$
declare
    run  record;
    kept jsonb;
    late jsonb;
begin
    insert into context.erased_events as x (workspace_id, event_id, answers)
    select g.workspace_id, g.event_id, bool_or(
        e.kind = 'conversation' or g.conversation_id is null
        or not context.is_shared(g.workspace_id, g.bot_id, g.conversation_id, e.actor_id))
    from jsonb_to_recordset(entries) as g (
        workspace_id text, kind text, event_id text, bot_id text, conversation_id text, thread_id text,
        at double precision, data jsonb)
    join context.erasures e on e.workspace_id = g.workspace_id and e.asked_at >= to_timestamp(g.at)
        and (e.conversation_id is not null or e.actor_id is not null)
        and context.concerns(
            e, coalesce(g.bot_id, g.data ->> 'bot_id'), g.conversation_id, g.thread_id, g.data #>> '{actor,actor_id}')
    where g.kind = 'event'
    group by g.workspace_id, g.event_id
    order by g.workspace_id, g.event_id
    on conflict (workspace_id, event_id) do update set answers = x.answers or excluded.answers;
    perform context.note_erased(g.workspace_id, array_agg(distinct g.event_id))
    from jsonb_to_recordset(entries) as g (workspace_id text, kind text, event_id text)
    where g.kind = 'result' and g.event_id is not null and exists (
        select from context.erasures e where e.workspace_id = g.workspace_id and e.done_at is null)
    group by g.workspace_id;
    update context.fences f set erased = true
    from jsonb_to_recordset(entries) as g (workspace_id text, kind text, event_id text)
    join context.erased_events x on x.workspace_id = g.workspace_id and x.event_id = g.event_id
    where g.kind = 'event' and f.workspace_id = g.workspace_id and f.event_id = g.event_id
        and not f.ended and not f.erased;

    with given as (
        select value as entry, ordinality as place, value ->> 'kind' as kind, value ->> 'workspace_id' as workspace_id,
            (value ->> 'run_id')::uuid as run_id, value ->> 'bot_id' as bot_id,
            coalesce(value ->> 'event_id', (
                select r.event_id from context.runs r
                where r.workspace_id = value ->> 'workspace_id' and r.run_id = (value ->> 'run_id')::uuid)) as event_id,
            value ->> 'conversation_id' as conversation_id, value ->> 'thread_id' as thread_id,
            to_timestamp((value ->> 'at')::double precision) as at
        from jsonb_array_elements(entries) with ordinality
    ),
    judged as (
        select g.*, case g.kind
            when 'audit' then false
            when 'event' then exists (
                select from context.erased_events x
                where x.workspace_id = g.workspace_id and x.event_id = g.event_id)
            else case when g.event_id is not null then exists (
                    select from context.erased_events x
                    where x.workspace_id = g.workspace_id and x.answers and x.event_id = g.event_id)
                -- Nobody knows what it answers: what was said before goes with its conversation.
                else exists (
                    select from context.erasures e
                    where e.workspace_id = g.workspace_id and e.kind = 'conversation' and e.asked_at >= g.at
                        and (e.conversation_id is not null or e.actor_id is not null)
                        and context.concerns(e, g.bot_id, g.conversation_id, g.thread_id, null)) end
            end as gone
        from given g
    ),
    split as (
        select coalesce(jsonb_agg(
                case j.kind when 'audit' then context.late_audit(j.workspace_id, j.at, j.entry) else j.entry end
                order by j.place) filter (where not j.gone), '[]') as kept,
            coalesce(jsonb_agg(jsonb_build_object('workspace_id', j.workspace_id, 'run_id', j.run_id))
                filter (where j.gone and j.kind = 'result'), '[]') as late
        from judged j
    )
    select s.kept, s.late into kept, late from split s;
    for run in
        select g.workspace_id, array_agg(distinct g.run_id) as runs
        from jsonb_to_recordset(late) as g (workspace_id text, run_id uuid) group by g.workspace_id
    loop
        perform context.erase_artifacts(run.workspace_id, run.runs);
    end loop;
    return kept;
end
$$;

-- How far runs were applied, without what an erased one said or made.
create or replace function without_erased_runs(runs jsonb) returns jsonb
language sql as $$
    select coalesce(jsonb_agg(case when exists (
            select from context.erased_events x
            where x.workspace_id = r ->> 'workspace_id' and x.event_id = r ->> 'event_id' and x.answers)
        then (r - 'made') || '{"said": ""}' else r end order by place), '[]')
    from jsonb_array_elements(runs) with ordinality as g (r, place)
$$;

-- One bounded step of the erasure that waits longest and that nobody else is at; each has its turn. False where none is due. A step
-- that fails does nothing, and is tried again after ever longer whiles, an hour at most.
create or replace function erase_step(most integer) returns boolean
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
        perform context.erase_some(e, most);
    exception when others then
        raise warning 'erasure % failed at % (%)', e.erasure_id, e.stage, sqlstate;
        update context.erasures x set failures = x.failures + 1, trouble = sqlstate,
            due_at = clock_timestamp() + make_interval(secs => least(3600, 5 * 2 ^ least(x.failures, 10)))
        where x.erasure_id = e.erasure_id;
    end;
    return true;
end
$$;

-- Uploads of an erased conversation that had begun, and the bytes that came of them.
create or replace function erase_uploads(e context.erasures, with_finished boolean) returns void
language sql as $$
    with gone as (
        delete from context.artifact_uploads u
        where e.kind = 'conversation' and u.workspace_id = e.workspace_id and u.bot_id = e.bot_id
            and u.conversation_id = e.conversation_id and (e.thread_id is null or u.thread_id = e.thread_id)
            and u.begun_at <= e.asked_at and (with_finished or not u.finished)
        returning u.workspace_id, u.upload_id)
    delete from context.artifact_contents c using gone
    where c.workspace_id = gone.workspace_id and c.sha256 = 'upload/' || gone.upload_id;
$$;

create or replace function erase_some(e context.erasures, most integer) returns void
language plpgsql as $$
declare
    n bigint;
    b bigint;
begin
    case e.stage
        when 'entries' then
            e := context.erase_entries(e, most);
        when 'outside', 'answers', 'rest' then
            e := context.erase_outside(e, most);
        when 'artifacts' then
            -- None that began before comes to its end after; what has come to its end meanwhile is an artifact, and goes with the others.
            perform context.erase_uploads(e, false);
            select a.many, a.bytes into n, b from context.erase_artifacts(e.workspace_id, array(
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
            e.artifacts := e.artifacts + n;
            e.artifact_bytes := e.artifact_bytes + b;
            if n = 0 then
                perform context.erase_uploads(e, true);
                e.stage := 'state';
            end if;
        when 'state' then
            delete from context.state s
            where s.ctid = any (array(
                select o.ctid from context.state o
                where o.workspace_id = e.workspace_id and (e.bot_id is null or o.bot_id = e.bot_id)
                    and o.written_at <= e.asked_at
                    and case e.kind
                        when 'actor' then o.scope = 'actor' and o.subject = e.actor_id
                        else o.scope = 'conversation'
                            and context.is_state_of(o.subject, e.conversation_id, e.thread_id) end
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
        upto = e.upto, due_at = clock_timestamp(), failures = 0, trouble = null
    where x.erasure_id = e.erasure_id;
end
$$;

create or replace function is_state_of(the_subject text, the_conversation text, the_thread text) returns boolean
language sql immutable as $$
    select case when the_thread is null
        then starts_with(the_subject, context.percent_encoded(the_conversation) || '/')
        else the_subject = context.percent_encoded(the_conversation) || '/' || context.percent_encoded(the_thread) end
$$;

-- Conversation after conversation in the order of their numbers, each in windows of its log and then of its transcript.
create or replace function erase_entries(e context.erasures, most integer) returns context.erasures
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
                    e.whole := not context.is_shared(c.workspace_id, c.bot_id, c.conversation_id, e.actor_id);
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
            select a.many, a.bytes into art from context.erase_artifacts(e.workspace_id, runs) a;
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
                    select a.many, a.bytes into art from context.erase_artifacts(e.workspace_id, array(
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
                        and context.is_state_of(s.subject, c.conversation_id, c.thread_id);
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

-- What an actor caused outside any conversation is his alone, and so is what answered it: his events, what answers them, and then what
-- was made known of that, each in windows of the time of storing. The audit stays, without who spoke and where.
create or replace function erase_outside(e context.erasures, most integer) returns context.erasures
language plpgsql as $$
declare
    t    timestamptz;
    runs uuid[];
    many bigint;
    art  record;
begin
    if e.kind <> 'actor' and e.stage <> 'rest' then
        e.stage := 'rest';
        return e;
    end if;
    select max(w.logged_at) into t
    from (select l.logged_at from context.event_log l
          where l.conversation is null and l.workspace_id = e.workspace_id
              and l.logged_at > e.upto and l.logged_at <= e.asked_at
          order by l.logged_at limit most) w;
    if t is null then
        e.upto := '-infinity';
        e.stage := case e.stage when 'outside' then 'answers' when 'answers' then 'rest' else 'artifacts' end;
        return e;
    end if;
    case e.stage
        when 'outside' then
            with dead as (
                delete from context.event_log l
                where l.conversation is null and l.workspace_id = e.workspace_id
                    and l.logged_at > e.upto and l.logged_at <= t and l.kind = 'event'
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
                    and l.logged_at > e.upto and l.logged_at <= t and l.kind = 'result'
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
            select a.many, a.bytes into art from context.erase_artifacts(e.workspace_id, runs) a;
            e.artifacts := e.artifacts + art.many;
            e.artifact_bytes := e.artifact_bytes + art.bytes;
        when 'rest' then
            delete from context.event_log l using context.erasure_runs r
            where l.conversation is null and l.workspace_id = e.workspace_id
                and l.logged_at > e.upto and l.logged_at <= t and l.kind = 'receipt'
                and r.erasure_id = e.erasure_id and r.run_id = l.run_id;
            get diagnostics many = row_count;
            e.receipts := e.receipts + many;
            update context.event_log l set data = context.without_speaker(l.data)
            where l.conversation is null and l.workspace_id = e.workspace_id
                and l.logged_at > e.upto and l.logged_at <= t and l.kind = 'audit'
                and context.speaks_of(e, l.data);
    end case;
    e.upto := t;
    return e;
end
$$;

-- Whether an entry of the audit says that this actor spoke, or somebody in this conversation.
create or replace function speaks_of(e context.erasures, the_entry jsonb) returns boolean
language sql immutable as $$
    select coalesce(case e.kind
        when 'actor' then strpos(the_entry ->> 'detail', ' sender=' || e.actor_id || ' session=') > 0
            and (e.bot_id is null or starts_with(the_entry ->> 'detail', 'bot=' || e.bot_id || ' '))
        else starts_with(substring(the_entry ->> 'detail' from ' session=(\S+) found=\d+$'),
                context.percent_encoded(e.workspace_id) || '/' || context.percent_encoded(e.bot_id) || '/'
                    || context.percent_encoded(e.conversation_id) || '/')
            and (e.thread_id is null or substring(the_entry ->> 'detail' from ' session=(\S+) found=\d+$') =
                context.percent_encoded(e.workspace_id) || '/' || context.percent_encoded(e.bot_id) || '/'
                    || context.percent_encoded(e.conversation_id) || '/' || context.percent_encoded(e.thread_id))
        end, false)
$$;

create or replace function without_speaker(the_entry jsonb) returns jsonb
language sql immutable as $$
    select jsonb_set(the_entry, '{detail}', to_jsonb(regexp_replace(
        the_entry ->> 'detail', ' sender=.* session=\S+ found=', ' sender=erased session=erased found=')))
$$;

-- An entry of the audit that comes late.
create or replace function late_audit(the_workspace text, the_time timestamptz, the_entry jsonb) returns jsonb
language sql stable as $$
    select case when exists (
            select from context.erasures e
            where e.workspace_id = the_workspace and e.asked_at >= the_time
                and (e.conversation_id is not null or e.actor_id is not null)
                and context.speaks_of(e, the_entry -> 'data'))
        then jsonb_set(the_entry, '{data}', context.without_speaker(the_entry -> 'data')) else the_entry end
$$;

drop function if exists context.erase_outside(context.erasures);
-- file: R__event_log_partitions.sql
-- Makes the monthly partitions of the event log from this month to some months ahead. Replicas may call it at once. Rows that
-- the default partition caught for such a month move to where they belong.
create or replace function prepare_event_log(months_ahead integer) returns integer
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
-- file: R__files.sql
-- Writers of one workspace come one after the other, so that together they never exceed its quota.
create or replace function lock_files(the_workspace text) returns void
language sql as $$
    select pg_advisory_xact_lock(hashtextextended('context.files/' || the_workspace, 0));
$$;

-- The outcome is kept, there (the same bytes under the same name and for the same purpose), too_many_files or too_many_bytes.
create or replace function put_file(
    the_workspace text, the_key text, the_name text, the_purpose text, the_mime text, the_sha256 text, the_bytes bytea,
    the_creator text, most_bytes bigint, most_files integer,
    out outcome text, out file_key text, out name text, out purpose text, out mime_type text, out size_bytes bigint,
    out sha256 text, out created_at timestamptz, out created_by text)
language plpgsql as $$
declare
    file context.files;
    held record;
begin
    perform context.lock_files(the_workspace);
    select * into file from context.files f
    where f.workspace_id = the_workspace and f.purpose = the_purpose and f.name = the_name and f.sha256 = the_sha256;
    if found then
        outcome := 'there';
    else
        select count(*) as files, coalesce(sum(f.size_bytes), 0) as bytes into held
        from context.files f where f.workspace_id = the_workspace;
        if held.files >= most_files then
            outcome := 'too_many_files';
            return;
        end if;
        if held.bytes + length(the_bytes) > most_bytes then
            outcome := 'too_many_bytes';
            return;
        end if;
        perform context.keep_content(the_workspace, the_sha256, the_bytes);
        insert into context.files as f
            (workspace_id, file_key, name, purpose, mime_type, size_bytes, sha256, created_by)
        values (the_workspace, the_key, the_name, the_purpose, the_mime, length(the_bytes), the_sha256, the_creator)
        returning * into file;
        outcome := 'kept';
    end if;
    file_key := file.file_key;
    name := file.name;
    purpose := file.purpose;
    mime_type := file.mime_type;
    size_bytes := file.size_bytes;
    sha256 := file.sha256;
    created_at := file.created_at;
    created_by := file.created_by;
end
$$;

-- What was there, or a row of nulls; its bytes go with it where nobody else refers to them.
create or replace function delete_file(the_workspace text, the_key text) returns context.files
language plpgsql as $$
declare
    file context.files;
begin
    perform context.lock_files(the_workspace);
    delete from context.files f
    where f.workspace_id = the_workspace and f.file_key = the_key
    returning * into file;
    if found then
        perform context.free_content(the_workspace, file.sha256);
    end if;
    return file;
end
$$;
-- file: R__intake.sql
-- A batch in one round trip and one transaction. False, with nothing done, where an offset is not where it was expected: somebody
-- else applied these records. The offsets are locked first: of two consumers of a partition the second one waits, and then sees that.
--
-- entries: what is logged, in order. One with a log_key is left out where that key was logged before; one that was said has its
-- message in "said", with its terms. runs: how far each run has been applied.
create or replace function apply_batch(
    topics text[], partitions integer[], expected bigint[], nexts bigint[], entries jsonb, runs jsonb) returns boolean
language plpgsql as $$
declare
    found_there integer;
begin
    -- Whoever asks for an erasure waits for the batches under way, and those after it see what must not come back.
    perform pg_advisory_xact_lock_shared(hashtext('context.erasures'));
    perform from context.applied_offsets o
    join unnest(topics, partitions, expected) as a (topic, partition, expected)
        on o.topic = a.topic and o.partition = a.partition and o.next_offset = a.expected
    for update of o;
    get diagnostics found_there = row_count;
    if found_there < cardinality(topics) then
        return false;
    end if;
    update context.applied_offsets o set next_offset = a.next
    from unnest(topics, partitions, nexts) as a (topic, partition, next)
    where o.topic = a.topic and o.partition = a.partition;
    if jsonb_array_length(entries) > 0 and context.meets_erasures(entries) then
        entries := context.without_erased(entries);
        runs := context.without_erased_runs(runs);
    end if;
    if jsonb_array_length(entries) > 0 then
        perform context.append(entries);
    end if;
    if jsonb_array_length(runs) > 0 then
        perform context.move_runs(runs);
    end if;
    return true;
end
$$;

-- Keys and conversations are taken in the order of their index, so that two batches that touch the same never wait for each other.
create or replace function append(entries jsonb) returns void
language sql as $$
    with given as (
        select *, row_number() over (partition by workspace_id, log_key order by place) as twin
        from rows from (jsonb_to_recordset(entries) as (
            log_key text, workspace_id text, bot_id text, conversation_id text, thread_id text, kind text, type text,
            event_id text, run_id uuid, attempt integer, sequence bigint, at double precision, data jsonb, usage jsonb,
            source text, said jsonb, artifact_refs jsonb, item_type text)) with ordinality
            as e (log_key, workspace_id, bot_id, conversation_id, thread_id, kind, type,
                event_id, run_id, attempt, sequence, at, data, usage, source, said, artifact_refs, item_type, place)
    ),
    fresh as (
        insert into context.logged (workspace_id, log_key)
        select workspace_id, log_key from given where log_key is not null and twin = 1 order by workspace_id, log_key
        on conflict do nothing
        returning workspace_id, log_key
    ),
    kept as (
        select g.*,
            count(*) over so_far as nth, count(g.said) over so_far as nth_said,
            count(*) over whole as many, count(g.said) over whole as many_said
        from given g
        where g.log_key is null or (g.twin = 1 and exists (
            select from fresh f where f.workspace_id = g.workspace_id and f.log_key = g.log_key))
        window whole as (partition by workspace_id, bot_id, conversation_id, thread_id),
            so_far as (partition by workspace_id, bot_id, conversation_id, thread_id order by place
                       rows unbounded preceding)
    ),
    numbered as (
        insert into context.conversations as c
            (workspace_id, bot_id, conversation_id, thread_id, last_event_seq, last_transcript_seq)
        select workspace_id, bot_id, conversation_id, thread_id, count(*), count(said)
        from kept where conversation_id is not null
        group by workspace_id, bot_id, conversation_id, thread_id
        order by workspace_id, bot_id, conversation_id, thread_id
        on conflict (workspace_id, bot_id, conversation_id, thread_id) do update
            set last_event_seq = c.last_event_seq + excluded.last_event_seq,
                last_transcript_seq = c.last_transcript_seq + excluded.last_transcript_seq
        returning id, workspace_id, bot_id, conversation_id, thread_id, last_event_seq, last_transcript_seq
    ),
    placed as (
        select k.*, n.id as conversation, n.last_event_seq - k.many + k.nth as seq,
            case when k.said is not null then n.last_transcript_seq - k.many_said + k.nth_said end as transcript_seq
        from kept k left join numbered n using (workspace_id, bot_id, conversation_id, thread_id)
    ),
    logged as (
        insert into context.event_log
            (workspace_id, conversation, seq, transcript_seq, kind, type, event_id, run_id, attempt, sequence,
             at, data, usage, source, artifact_refs, item_type)
        select workspace_id, conversation, seq, transcript_seq, kind, type, event_id, run_id, attempt, sequence,
             to_timestamp(at), data, usage, source, artifact_refs, item_type
        from placed order by place
    ),
    present as (
        insert into context.conversation_actors as a (conversation, actor_id, in_group)
        select p.conversation, p.data #>> '{actor,actor_id}', bool_or(coalesce(p.data ->> 'launcher_type' = 'group', false))
        from placed p
        where p.conversation is not null and p.kind = 'event' and p.data #>> '{actor,actor_id}' is not null
            and not exists (
                select from context.conversation_actors k
                where k.conversation = p.conversation and k.actor_id = p.data #>> '{actor,actor_id}'
                    and k.seen_at > now() - interval '1 day'
                    and (k.in_group or p.data ->> 'launcher_type' is distinct from 'group'))
        group by 1, 2 order by 1, 2
        on conflict (conversation, actor_id) do update
            set seen_at = now(), in_group = a.in_group or excluded.in_group
    )
    insert into context.transcript
        (conversation, seq, transcript_id, event_id, run_id, role, content, content_json, artifact_refs, at, metadata, terms, item_type)
    select conversation, transcript_seq, (said ->> 'transcript_id')::uuid, said ->> 'event_id',
        (said ->> 'run_id')::uuid, said ->> 'role', said ->> 'content', said -> 'content_json', said -> 'artifact_refs',
        to_timestamp(at), said -> 'metadata', (said ->> 'terms')::tsvector,
        coalesce(said ->> 'item_type', 'message')
    from placed where said is not null
$$;

-- Only the consumer of a run's partition writes its row, so it needs no lock of its own. What ended by itself is said nowhere
-- else; a write still under way finds the fence closed.
create or replace function move_runs(runs jsonb) returns void
language sql as $$
    with moved as (
        select * from jsonb_to_recordset(runs) as r (
            workspace_id text, run_id uuid, attempt integer, sequence bigint, ended boolean, event_id text, said text, made jsonb)
    ),
    stored as (
        insert into context.runs (workspace_id, run_id, attempt, sequence, ended, event_id, said, made)
        select workspace_id, run_id, attempt, sequence, ended, event_id, said, made from moved
        on conflict (workspace_id, run_id) do update
            set attempt = excluded.attempt, sequence = excluded.sequence, ended = excluded.ended,
                event_id = excluded.event_id, said = excluded.said, made = excluded.made, applied_at = now()
    )
    update context.fences f set ended = true, raised_at = now()
    from moved m
    where m.ended and f.workspace_id = m.workspace_id and f.run_id = m.run_id and not f.ended
$$;
-- file: R__knowledge.sql
-- Keeps a document: whoever adds to a knowledge base does so alone, so that the same content does not come twice.
-- Outcomes: created, replaced, same, no_base, too_many, too_many_bytes. The bytes are those of its whole workspace.
create or replace function context.keep_knowledge_document(
    p_workspace text, p_kb_id text, p_document_id text, p_new_id text, p_filename text, p_mime_type text, p_size bigint, p_sha256 text,
    p_metadata jsonb, p_content uuid, p_most integer, p_most_bytes bigint)
returns table (outcome text, id text) language plpgsql as $$
declare
    base bigint;
    there context.knowledge_documents%rowtype;
begin
    -- Whoever adds to a workspace does so alone, so that together they never exceed its quota.
    perform pg_advisory_xact_lock(hashtextextended('context.knowledge/' || p_workspace, 0));
    select k.kb into base from context.knowledge_bases k
        where k.workspace_id = p_workspace and k.kb_id = p_kb_id for no key update;
    if base is null then
        return query select 'no_base', null::text;
        return;
    end if;
    if p_document_id is null then
        select d.* into there from context.knowledge_documents d
            where d.kb = base and d.sha256 = p_sha256 and d.mime_type = p_mime_type order by d.created_at limit 1;
    else
        select d.* into there from context.knowledge_documents d where d.kb = base and d.document_id = p_document_id for update;
    end if;
    if there.document is not null and there.sha256 = p_sha256 and there.mime_type = p_mime_type then
        update context.knowledge_documents d
            set filename = case when p_document_id is null then d.filename else p_filename end,
                metadata = case when p_document_id is null then d.metadata else p_metadata end,
                -- What failed before is tried again.
                status = case when d.status = 'failed' then 'pending' else d.status end,
                claims = case when d.status = 'failed' then 0 else d.claims end,
                due_at = case when d.status = 'failed' then clock_timestamp() else d.due_at end,
                reason = null
            where d.document = there.document;
        return query select 'same', there.document_id;
    elsif (select coalesce(sum(d.size_bytes), 0) from context.knowledge_documents d
           join context.knowledge_bases k on k.kb = d.kb
           where k.workspace_id = p_workspace and d.document is distinct from there.document) + p_size > p_most_bytes then
        return query select 'too_many_bytes', null::text;
    elsif there.document is not null then
        update context.knowledge_documents d
            set filename = p_filename, mime_type = p_mime_type, size_bytes = p_size, sha256 = p_sha256, metadata = p_metadata,
                content_id = p_content, status = 'pending', reason = null, revision = d.revision + 1, claim_id = null, claims = 0,
                due_at = clock_timestamp(), changed_at = clock_timestamp()
            where d.document = there.document;
        delete from context.knowledge_contents where content_id = there.content_id;
        return query select 'replaced', there.document_id;
    elsif (select count(*) from context.knowledge_documents d where d.kb = base) >= p_most then
        return query select 'too_many', null::text;
    else
        insert into context.knowledge_documents (kb, document_id, filename, mime_type, size_bytes, sha256, metadata, content_id)
            values (base, coalesce(p_document_id, p_new_id), p_filename, p_mime_type, p_size, p_sha256, p_metadata, p_content);
        return query select 'created', coalesce(p_document_id, p_new_id);
    end if;
end $$;

-- Chunks that have any of the words, best first. Of each word the first 2000 count; a word that so many have says little.
create or replace function context.search_knowledge(
    p_workspace text, p_kb_ids text[], p_filters jsonb, p_words tsquery[], p_most integer)
returns table (document bigint, place integer, score double precision) language sql stable as $$
    with bases as materialized (
        select array_agg(k.kb) as kbs from context.knowledge_bases k
        where k.workspace_id = p_workspace and k.kb_id = any(p_kb_ids)
    ), total as materialized (
        select coalesce(sum(d.indexed_chunks), 0) as chunks from bases b
        join context.knowledge_documents d on d.kb = any(b.kbs)
    ), hits as (
        select h.document, h.place, h.rank, count(*) over (partition by w.number) as having_it
        from bases b, unnest(p_words) with ordinality as w (word, number),
        lateral (
            select c.document, c.place, ts_rank(c.terms, w.word, 1) as rank
            from context.knowledge_chunks c
            join context.knowledge_documents d on d.document = c.document and d.indexed_revision = c.revision
            where c.terms @@ w.word and array[c.kb] && b.kbs and d.metadata @> p_filters
            limit 2000
        ) h
    )
    select h.document, h.place, sum(ln(1 + t.chunks::double precision / h.having_it) * h.rank) as score
    from hits h, total t
    group by h.document, h.place
    order by score desc, h.document, h.place
    limit p_most
$$;

-- The document that is next, for a replica alone: of the workspace whose turn was longest ago the one that waits longest.
create or replace function context.claim_knowledge(p_term double precision, p_most_chunks bigint, p_model text)
returns table (claim_id uuid, document bigint, revision bigint, mime_type text, chunk_size integer, chunk_overlap integer,
    claims integer, room bigint)
language plpgsql as $$
declare
    mine record;
begin
    select d.document, b.workspace_id, b.chunk_size, b.chunk_overlap into mine
    from context.knowledge_documents d
    join context.knowledge_bases b on b.kb = d.kb
    left join context.knowledge_turns t on t.workspace_id = b.workspace_id
    where d.status = 'pending' and d.due_at <= clock_timestamp()
        and coalesce((select e.model from context.knowledge_embedding e), p_model) = p_model
    order by t.served_at nulls first, d.due_at limit 1 for update of d skip locked;
    if not found then
        return;
    end if;
    insert into context.knowledge_turns as t (workspace_id, served_at) values (mine.workspace_id, clock_timestamp())
    on conflict (workspace_id) do update set served_at = excluded.served_at;
    return query
        update context.knowledge_documents d
        set claim_id = gen_random_uuid(), claims = d.claims + 1, due_at = clock_timestamp() + make_interval(secs => p_term)
        where d.document = mine.document
        returning d.claim_id, d.document, d.revision, d.mime_type, mine.chunk_size, mine.chunk_overlap, d.claims,
            p_most_chunks - (
                select coalesce(sum(o.indexed_chunks), 0) from context.knowledge_documents o
                join context.knowledge_bases k on k.kb = o.kb
                where k.workspace_id = mine.workspace_id and o.document <> mine.document);
end $$;

-- Gives a claim back where another workspace waits, as if this turn had not been; what was kept is found again.
create or replace function context.yield_knowledge(p_document bigint, p_claim uuid) returns boolean language sql as $$
    with yielded as (
        update context.knowledge_documents d
        set claim_id = null, claims = d.claims - 1, due_at = clock_timestamp()
        from context.knowledge_bases b
        where d.document = p_document and d.claim_id = p_claim and d.status = 'pending' and b.kb = d.kb and exists (
            select from context.knowledge_documents o join context.knowledge_bases k on k.kb = o.kb
            where o.status = 'pending' and o.due_at <= clock_timestamp() and k.workspace_id <> b.workspace_id)
        returning 1)
    select exists (select from yielded)
$$;
-- file: R__objects.sql
-- Bytes that move to an object store, and objects that are deleted there.

-- Some bytes that are to move, and under which name; nobody else takes them up until the lease is over. None where nothing is left.
create or replace function claim_move(
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
    where c.workspace_id = claim_move.workspace_id and c.sha256 = claim_move.sha256;
    select k.place::bigint * 262144 + length(k.bytes) into size from context.artifact_chunks k
    where k.workspace_id = claim_move.workspace_id and k.sha256 = claim_move.sha256
    order by k.place desc limit 1;
    -- Longer than the lease: whoever settles in time finds it here.
    insert into context.artifact_garbage (object, due) values (the_object, now() + make_interval(secs => 2 * the_lease));
end
$$;

-- From now on the bytes are there. False where they were freed meanwhile, or it took too long: then the object is garbage.
create or replace function settle_move(the_workspace text, the_sha256 text, the_object text) returns boolean
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

create or replace function discard_object() returns trigger
language plpgsql as $$
begin
    insert into context.artifact_garbage (object, due) values (old.object, now()) on conflict do nothing;
    return null;
end
$$;

-- Whoever frees the bytes, and whyever.
drop trigger if exists artifact_contents_object on artifact_contents;
create trigger artifact_contents_object after delete on artifact_contents
    for each row when (old.object is not null) execute function discard_object();

-- Some objects that are due: their deletion is under way, and is begun anew by somebody where it is not told as done.
create or replace function doom_objects(most integer, the_lease double precision) returns setof text
language sql as $$
    update context.artifact_garbage g set doomed = true, due = now() + make_interval(secs => the_lease)
    where g.object in (
        select object from context.artifact_garbage where due <= now() order by due limit most for update skip locked)
    returning g.object
$$;
-- file: R__rebuild.sql
-- The oldest rebuild that nobody else is at, held until the end of the transaction, at the conversation that is next.
create or replace function take_rebuild(out rebuild_id uuid, out conversation bigint, out log_seq bigint)
    returns setof record
language plpgsql as $$
declare
    r    context.rebuilds;
    upcoming bigint;
begin
    select * into r from context.rebuilds x where x.done_at is null order by x.asked_at limit 1 for update skip locked;
    if not found then
        return;
    end if;
    if not r.underway then
        select o.id into upcoming from context.conversations o
        where o.workspace_id = r.workspace_id and o.bot_id = r.bot_id and o.conversation_id = r.conversation_id
            and (r.thread_id is null or o.thread_id = r.thread_id) and o.id > r.conversation
        order by o.id limit 1;
        if upcoming is null then
            update context.rebuilds x set done_at = now() where x.rebuild_id = r.rebuild_id;
            return;
        end if;
        update context.rebuilds x set conversation = upcoming, underway = true, log_seq = 0, said_seq = null
        where x.rebuild_id = r.rebuild_id returning * into r;
    end if;
    rebuild_id := r.rebuild_id;
    conversation := r.conversation;
    log_seq := r.log_seq;
    return next;
end
$$;

-- Writes what was projected of the log's entries where the transcript says otherwise, and takes out what stands between them without
-- being in the log. None ends the conversation.
create or replace function rebuild_entries(the_rebuild uuid, entries jsonb) returns void
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
        log_seq = last_log, said_seq = last, entries = x.entries + jsonb_array_length(rebuild_entries.entries),
        changed = x.changed + n, removed = x.removed + gone
    where x.rebuild_id = the_rebuild;
end
$$;
-- file: R__results_of_a_run.sql
-- A runner may ask for what its runs have said, run by run. Deltas are never stored, so this is a few entries a run.
create index if not exists event_log_results on event_log (run_id, attempt, sequence) where kind = 'result';
-- file: R__retention.sql
-- How long each class lives: the workspace's own days, else the operator's, never more than the operator's maximum.
create or replace function kept_days(own integer, usual integer, most integer) returns integer
language sql immutable as $$ select least(coalesce(own, usual), most) $$;

-- Null where the expected version is not that of what is there (0 where nothing is). What changes nothing is no change: its version stays.
create or replace function set_retention(
    the_workspace text, the_conversations integer, the_audit integer, the_artifacts integer, the_state integer,
    expected integer, the_entry jsonb) returns integer
language plpgsql as $$
declare
    was    context.retention;
    now_is integer;
begin
    select * into was from context.retention r where r.workspace_id = the_workspace for update;
    if found and (expected is null or expected = was.version)
        and (was.conversations_days, was.audit_days, was.artifacts_days, was.state_days)
            is not distinct from (the_conversations, the_audit, the_artifacts, the_state) then
        return was.version;
    end if;
    if expected is not null and expected > 0
        and not exists (select from context.retention r where r.workspace_id = the_workspace) then
        return null;
    end if;
    insert into context.retention as r
        (workspace_id, conversations_days, audit_days, artifacts_days, state_days, version)
    values (the_workspace, the_conversations, the_audit, the_artifacts, the_state, 1)
    on conflict (workspace_id) do update
        set conversations_days = excluded.conversations_days, audit_days = excluded.audit_days,
            artifacts_days = excluded.artifacts_days, state_days = excluded.state_days, version = r.version + 1
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

-- Drops the partitions of the log that are older than whatever anybody keeps. One replica at a time; a table that is in use is left for
-- the next time.
create or replace function drop_event_log(
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
        max(context.kept_days(r.conversations_days, usual_conversations, most_conversations)),
        max(context.kept_days(r.audit_days, usual_audit, most_audit)))
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
create or replace function date_transcript(the_conversation bigint, most integer) returns void
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
create or replace function retention_step(
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
                select o.id, now() - make_interval(days => context.kept_days(
                        w.conversations_days, usual_conversations, most_conversations)) as cut,
                    now() - make_interval(days => 1 + greatest(
                        context.kept_days(w.conversations_days, usual_conversations, most_conversations),
                        context.kept_days(w.state_days, usual_state, most_state),
                        context.kept_days(w.artifacts_days, usual_artifacts, most_artifacts))) as gone
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
                perform context.date_transcript(c.id, at_once);
                delete from context.transcript d
                where d.conversation = c.id and d.logged_at < c.cut and d.seq = any (array(
                    select o.seq from context.transcript o where o.conversation = c.id order by o.seq limit at_once));
                get diagnostics said = row_count;
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
                cut := now() - make_interval(days => context.kept_days(
                    r.conversations_days, usual_conversations, most_conversations));
                old := now() - make_interval(days => context.kept_days(r.audit_days, usual_audit, most_audit));
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
                    context.kept_days(w.state_days, usual_state, most_state))
                limit at_once));
            get diagnostics many = row_count;
            if many = 0 then
                p.stage := 'artifacts';
            end if;
        when 'artifacts' then
            update context.artifacts a
            set expires_at = a.created_at
                + make_interval(days => context.kept_days(w.artifacts_days, usual_artifacts, most_artifacts))
            from context.retention w
            where w.workspace_id = a.workspace_id and w.artifacts_days is not null and a.ctid = any (array(
                select o.ctid from context.artifacts o join context.retention v on v.workspace_id = o.workspace_id
                where v.artifacts_days is not null and o.expires_at > o.created_at
                    + make_interval(days => context.kept_days(v.artifacts_days, usual_artifacts, most_artifacts))
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

-- A new artifact lives as long as its workspace says, where that says anything; whoever makes it.
create or replace function keep_as_long_as_told() returns trigger
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

create or replace trigger keep_as_long_as_told before insert on artifacts
for each row execute function context.keep_as_long_as_told();
-- file: R__search.sql
-- The newest entries of a conversation that match, at most so many, newest first: in the last two short stretches, then in the long
-- ones, four times as many each time. Nothing but the index of terms is ever right here.
create or replace function newest_matches(
    the_id bigint, newest bigint, asked tsquery, the_roles text[], people boolean, agents boolean,
    since timestamptz, before timestamptz, wanted integer) returns bigint[]
language plpgsql stable set enable_seqscan = off as $$
declare
    matches bigint[] := '{}';
    more    bigint[];
    below   bigint := newest + 1;
    lowest  bigint := greatest((newest >> 12) - 1, 0) << 12;
    keys    bigint[] := array(select (the_id << 24) | s from generate_series(lowest >> 12, newest >> 12) s);
    step    integer := 1;
begin
    loop
        select array_agg(m.seq) into more
        from (
            select t.seq from context.transcript t
            where context.stretches(t.conversation, t.seq) && keys and t.terms @@ asked and t.seq < below
                and (cardinality(the_roles) = 0 or t.role = any (the_roles))
                and (case when t.run_id is null then people else agents end)
                and (since is null or t.at >= since) and (before is null or t.at < before)
            order by t.seq desc limit wanted - cardinality(matches)
        ) m;
        matches := matches || more;
        exit when lowest = 0 or cardinality(matches) >= wanted;
        below := lowest;
        lowest := greatest(((below - 1) >> 16) - step + 1, 0) << 16;
        keys := array(select -1 - ((the_id << 24) | s) from generate_series(lowest >> 16, (below - 1) >> 16) s);
        step := step * 4;
    end loop;
    return matches;
end
$$;

-- The newest thousand entries that have the whole of what was asked for; where these are too few, the newest of each part as well.
-- A word weighs more the fewer of them have it, and less the longer the entry is; words close to each other weigh more.
create or replace function search_transcript(
    the_workspace text, the_bot text, the_conversation text, the_thread text,
    whole tsquery, parts tsquery[], weighed tsquery[], the_roles text[], people boolean, agents boolean,
    since timestamptz, before timestamptz, top integer)
    returns table (conversation bigint, seq bigint, score double precision, place bigint)
language plpgsql stable as $$
#variable_conflict use_column
declare
    the_id  bigint;
    newest  bigint;
    part    tsquery;
    matches bigint[];
begin
    select c.id, c.last_transcript_seq into the_id, newest
    from context.conversations c
    where c.workspace_id = the_workspace and c.bot_id = the_bot
        and c.conversation_id = the_conversation and c.thread_id = the_thread;
    if not found then
        return;
    end if;
    matches := context.newest_matches(the_id, newest, whole, the_roles, people, agents, since, before, 1000);
    if cardinality(matches) < top then
        foreach part in array parts loop
            matches := matches
                || context.newest_matches(the_id, newest, part, the_roles, people, agents, since, before, 200);
        end loop;
    end if;
    return query
        with candidates as materialized (
            select t.seq, t.terms from context.transcript t where t.conversation = the_id and t.seq = any (matches)
        ),
        words as materialized (
            select w.word, ln(1 + newest::double precision / greatest(count(c.seq), 1)) as weight
            from unnest(weighed) w (word) left join candidates c on c.terms @@ w.word
            group by w.word
        ),
        scored as (
            select c.seq, c.terms @@ whole as has_all,
                ts_rank_cd(c.terms, whole) + (select sum(w.weight * ts_rank(c.terms, w.word, 1)) from words w) as score
            from candidates c
        )
        select the_id, s.seq, s.score, row_number() over best
        from scored s
        window best as (order by s.has_all desc, s.score desc, s.seq desc)
        order by 4 limit top;
end
$$;
-- file: R__skills.sql
-- Writers of one workspace come one after the other, so that together they never exceed its quota.
create or replace function lock_skills(the_workspace text) returns void
language sql as $$
    select pg_advisory_xact_lock(hashtextextended('context.skills/' || the_workspace, 0));
$$;

-- A person's change. The outcome is created, replaced, exists (and nothing was said of what is replaced), stale, missing or too_many.
create or replace function put_skill(
    the_workspace text, the_name text, the_display text, the_description text, the_instructions text, the_files text,
    is_enabled boolean, must_exist boolean, expected bigint, most integer,
    out outcome text, out now_version bigint, out changed timestamptz)
language plpgsql as $$
declare
    former bigint;
begin
    perform context.lock_skills(the_workspace);
    select s.version into former from context.skills s
    where s.workspace_id = the_workspace and s.name = the_name;
    now_version := former;
    outcome := case
        when former is null and must_exist then 'missing'
        when former is not null and not must_exist then 'exists'
        when former <> expected then 'stale'
        when former is null
            and (select count(*) from context.skills s where s.workspace_id = the_workspace) >= most then 'too_many'
    end;
    if outcome is not null then
        return;
    end if;
    outcome := case when former is null then 'created' else 'replaced' end;
    insert into context.skills as s
        (workspace_id, name, display_name, description, instructions, files, enabled, registered_by, version)
    values (the_workspace, the_name, the_display, the_description, the_instructions, the_files::jsonb, is_enabled,
        null, nextval('context.skill_versions'))
    on conflict (workspace_id, name) do update
        set display_name = excluded.display_name, description = excluded.description,
            instructions = excluded.instructions, files = excluded.files, enabled = excluded.enabled,
            registered_by = null, version = excluded.version, changed_at = excluded.changed_at
    returning s.version, s.changed_at into now_version, changed;
end
$$;

-- A runner's. The outcome is registered, fenced, taken (by a person or another runner) or too_many; what was refused may be tried again.
create or replace function register_skill(
    the_workspace text, the_run uuid, the_attempt integer, the_operation text,
    the_runner text, the_name text, the_display text, the_description text, the_instructions text,
    most integer, most_registered integer,
    out outcome text, out now_version bigint)
language plpgsql as $$
declare
    write  record;
    former record;
begin
    write := context.claim_write(the_workspace, the_run, the_attempt, the_operation);
    if not write.admitted then
        outcome := 'fenced';
        return;
    end if;
    perform context.lock_skills(the_workspace);
    select s.version, s.registered_by into former from context.skills s
    where s.workspace_id = the_workspace and s.name = the_name;
    if write.answered is not null then
        outcome := 'registered';
        now_version := coalesce(former.version, 0);
        return;
    end if;
    outcome := case
        when former.version is not null and former.registered_by is distinct from the_runner then 'taken'
        when former.version is null and (
            select count(*) >= most or count(s.registered_by) >= most_registered
            from context.skills s where s.workspace_id = the_workspace) then 'too_many'
        else 'registered'
    end;
    if outcome <> 'registered' then
        delete from context.state_operations o
        where o.workspace_id = the_workspace and o.run_id = the_run
            and o.attempt = the_attempt and o.operation_id = the_operation;
        return;
    end if;
    insert into context.skills as s
        (workspace_id, name, display_name, description, instructions, registered_by, version)
    values (the_workspace, the_name, the_display, the_description, the_instructions, the_runner,
        nextval('context.skill_versions'))
    on conflict (workspace_id, name) do update
        set display_name = excluded.display_name, description = excluded.description,
            instructions = excluded.instructions, version = excluded.version, changed_at = excluded.changed_at
    returning s.version into now_version;
end
$$;
-- file: R__state_and_fences.sql
-- Each function is one question of the REST API in one round trip. A write holds its run's fence shared until it commits, and
-- raising takes it alone: who raises it sees every write that was let in before, and none is let in after.

-- False when this attempt is below the fence or the run has ended. Whose run it is stays as it was said first; of an event that was
-- erased it is one that writes nothing.
create or replace function raise_fence(
    the_workspace text, the_run uuid, the_attempt integer,
    the_event text, the_bot text, the_conversation text, the_thread text) returns boolean
language plpgsql as $$
begin
    insert into context.fences as f
        (workspace_id, run_id, attempt, event_id, bot_id, conversation_id, thread_id, erased)
    values (the_workspace, the_run, the_attempt, the_event, the_bot, the_conversation, the_thread, exists (
        select from context.erased_events x where x.workspace_id = the_workspace and x.event_id = the_event))
    on conflict (workspace_id, run_id) do update
        set attempt = excluded.attempt, raised_at = now()
        where not f.ended and f.attempt <= excluded.attempt;
    return found;
end
$$;

-- A run that was never opened gets its fence here, closed.
create or replace function end_run(the_workspace text, the_run uuid, the_attempt integer) returns void
language sql as $$
    insert into context.fences as f (workspace_id, run_id, attempt, ended)
    values (the_workspace, the_run, the_attempt, true)
    on conflict (workspace_id, run_id) do update
        set attempt = greatest(f.attempt, excluded.attempt), ended = true, raised_at = now();
$$;

-- What a run is told at its start; the scopes come as parallel arrays and are answered by their place, from 1.
create or replace function open_run(
    the_workspace text, the_run uuid, the_attempt integer, the_event text,
    the_bot text, the_conversation text, the_thread text,
    scope_bots text[], scope_bindings text[], scope_runners text[], scope_names text[], scope_subjects text[],
    out raised boolean, out state jsonb, out event_seq bigint, out transcript_seq bigint,
    out own_seq bigint, out before boolean)
language plpgsql as $$
declare
    the_id bigint;
begin
    -- An erasure that is asked for in this moment comes before it, and is seen, or after it, and sees its fence.
    perform pg_advisory_xact_lock_shared(hashtext('context.erasures'));
    if exists (select from context.erasures e where e.workspace_id = the_workspace and e.done_at is null) then
        perform context.note_erased(the_workspace, array[the_event]);
    end if;
    raised := context.raise_fence(
        the_workspace, the_run, the_attempt, the_event, the_bot, the_conversation, the_thread);
    if not raised then
        return;
    end if;
    select coalesce(jsonb_agg(jsonb_build_object('place', v.place, 'name', v.name, 'value', v.value)), '[]')
    into state
    from (
        select k.place, s.name, s.value
        from unnest(scope_bots, scope_bindings, scope_runners, scope_names, scope_subjects)
                 with ordinality as k (bot, binding, runner, scope, subject, place)
        join context.state s
            on s.workspace_id = the_workspace and s.bot_id = k.bot and s.binding_id = k.binding
            and s.runner_id = k.runner and s.scope = k.scope and s.subject = k.subject
    ) v;
    -- What was erased or has outlived its time was never there.
    select c.id, case when c.last_event_seq > c.erased_event_seq then c.last_event_seq else 0 end,
        (select coalesce(max(t.seq), 0) from context.transcript t where t.conversation = c.id)
    into the_id, event_seq, transcript_seq
    from context.conversations c
    where c.workspace_id = the_workspace and c.bot_id = the_bot
        and c.conversation_id = the_conversation and c.thread_id = the_thread;
    -- Its own message is among the last ones, if it was applied already.
    select max(t.seq) into own_seq
    from (select seq, event_id, role from context.transcript
          where conversation = the_id order by seq desc limit 100) t
    where t.event_id = the_event and t.role = 'user';
    before := exists (
        select from context.transcript t
        where t.conversation = the_id and t.seq < coalesce(own_seq, transcript_seq + 1));
end
$$;

-- Null when the fence refuses the write, otherwise whether it changed anything.
create or replace function claim_write(
    the_workspace text, the_run uuid, the_attempt integer, the_operation text,
    out admitted boolean, out answered boolean)
language plpgsql as $$
begin
    perform from context.fences f
    where f.workspace_id = the_workspace and f.run_id = the_run and not f.ended and not f.erased and f.attempt <= the_attempt
    for share;
    admitted := found;
    if not admitted then
        return;
    end if;
    insert into context.state_operations (workspace_id, run_id, attempt, operation_id, changed)
    values (the_workspace, the_run, the_attempt, the_operation, true)
    on conflict do nothing;
    if not found then
        select o.changed into answered from context.state_operations o
        where o.workspace_id = the_workspace and o.run_id = the_run
            and o.attempt = the_attempt and o.operation_id = the_operation;
    end if;
end
$$;

-- set_state and delete_state: for replicas from before change_state_v1, while an upgrade rolls.
create or replace function set_state(
    the_workspace text, the_run uuid, the_attempt integer, the_operation text,
    the_bot text, the_binding text, the_runner text, the_scope text, the_subject text, the_name text, the_value text)
    returns boolean
language plpgsql as $$
declare
    write    record;
    as_json  jsonb := the_value::jsonb;
begin
    write := context.claim_write(the_workspace, the_run, the_attempt, the_operation);
    if not write.admitted then
        return null;
    end if;
    if write.answered is not null then
        return write.answered;
    end if;
    insert into context.state as s
        (workspace_id, bot_id, binding_id, runner_id, scope, subject, name, value, etag)
    values (the_workspace, the_bot, the_binding, the_runner, the_scope, the_subject, the_name,
        as_json, md5(as_json::text))
    on conflict (workspace_id, bot_id, binding_id, runner_id, scope, subject, name) do update
        set value = excluded.value, etag = excluded.etag, written_at = now();
    return true;
end
$$;

create or replace function delete_state(
    the_workspace text, the_run uuid, the_attempt integer, the_operation text,
    the_bot text, the_binding text, the_runner text, the_scope text, the_subject text, the_name text)
    returns boolean
language plpgsql as $$
declare
    write   record;
    existed boolean;
begin
    write := context.claim_write(the_workspace, the_run, the_attempt, the_operation);
    if not write.admitted then
        return null;
    end if;
    if write.answered is not null then
        return write.answered;
    end if;
    delete from context.state s
    where s.workspace_id = the_workspace and s.bot_id = the_bot and s.binding_id = the_binding
        and s.runner_id = the_runner and s.scope = the_scope and s.subject = the_subject and s.name = the_name;
    existed := found;
    if not existed then
        update context.state_operations o set changed = false
        where o.workspace_id = the_workspace and o.run_id = the_run
            and o.attempt = the_attempt and o.operation_id = the_operation;
    end if;
    return existed;
end
$$;

drop function if exists context.raise_fence(text, uuid, integer);
-- file: R__storage.sql
-- Storage is written like state (R__state_and_fences.sql): each function is one question, fenced, and done once for each
-- operation. They answer 'changed', 'unchanged', 'fenced', and where the owner's quota has no room 'too_many_bytes' or
-- 'too_many_keys': then nothing is done and the operation is forgotten.

create or replace function set_storage(
    the_workspace text, the_run uuid, the_attempt integer, the_operation text,
    the_kind text, the_plugin text, the_key text, the_value bytea, most_bytes bigint, most_keys integer)
    returns text
language plpgsql as $$
declare
    the_etag text    := encode(sha256(the_value), 'hex');
    size     integer := octet_length(the_value);
    write    record;
    space    record;
    held     integer;
    refusal  text;
begin
    write := context.claim_write(the_workspace, the_run, the_attempt, the_operation);
    if not write.admitted then
        return 'fenced';
    end if;
    if write.answered is not null then
        return case when write.answered then 'changed' else 'unchanged' end;
    end if;
    insert into context.storage_owners (workspace_id, kind, plugin)
    values (the_workspace, the_kind, the_plugin)
    on conflict do nothing;
    select o.id, o.used_bytes, o.keys into space from context.storage_owners o
    where o.workspace_id = the_workspace and o.kind = the_kind and o.plugin = the_plugin
    for update;
    select octet_length(s.value) into held from context.storage s
    where s.owner = space.id and s.key = the_key;
    -- What makes an owner's storage no larger is let in, also where a quota was lowered below what is kept.
    refusal := case
        when held is null and space.keys >= most_keys then 'too_many_keys'
        when size > coalesce(held, 0) and space.used_bytes - coalesce(held, 0) + size > most_bytes then 'too_many_bytes'
    end;
    if refusal is not null then
        delete from context.state_operations o
        where o.workspace_id = the_workspace and o.run_id = the_run
            and o.attempt = the_attempt and o.operation_id = the_operation;
        return refusal;
    end if;
    insert into context.storage as s (owner, key, value, etag)
    values (space.id, the_key, the_value, the_etag)
    on conflict (owner, key) do update set value = excluded.value, etag = excluded.etag;
    update context.storage_owners o
    set used_bytes = o.used_bytes - coalesce(held, 0) + size,
        keys = o.keys + case when held is null then 1 else 0 end
    where o.id = space.id;
    return 'changed';
end
$$;

create or replace function delete_storage(
    the_workspace text, the_run uuid, the_attempt integer, the_operation text,
    the_kind text, the_plugin text, the_key text)
    returns text
language plpgsql as $$
declare
    write     record;
    the_owner bigint;
    held      integer;
begin
    write := context.claim_write(the_workspace, the_run, the_attempt, the_operation);
    if not write.admitted then
        return 'fenced';
    end if;
    if write.answered is not null then
        return case when write.answered then 'changed' else 'unchanged' end;
    end if;
    select o.id into the_owner from context.storage_owners o
    where o.workspace_id = the_workspace and o.kind = the_kind and o.plugin = the_plugin
    for update;
    delete from context.storage s
    where s.owner = the_owner and s.key = the_key
    returning octet_length(s.value) into held;
    if held is null then
        update context.state_operations o set changed = false
        where o.workspace_id = the_workspace and o.run_id = the_run
            and o.attempt = the_attempt and o.operation_id = the_operation;
        return 'unchanged';
    end if;
    update context.storage_owners o
    set used_bytes = o.used_bytes - held, keys = o.keys - 1
    where o.id = the_owner;
    return 'changed';
end
$$;
-- file: R__uploads.sql
-- Bytes that come in parts. Each function is one question in one round trip; parts of one upload that come at once meet in its row,
-- where the offset says which of them is the next.

-- The outcome is begun, fenced, many (too many are open) or full (the workspace has no room for so much).
create or replace function begin_upload(
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
create or replace function add_chunks(the_workspace text, the_content text, the_offset bigint, the_bytes bytea) returns void
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

-- False where the next byte is another one, or the upload is gone: somebody else was faster.
create or replace function append_upload(
    the_workspace text, the_upload uuid, the_offset bigint, the_bytes bytea) returns boolean
language plpgsql as $$
begin
    update context.artifact_uploads u set received = u.received + length(the_bytes)
    where u.upload_id = the_upload and u.workspace_id = the_workspace and not u.finished and u.expires_at > now()
        and u.received = the_offset and u.received + length(the_bytes) < u.size_bytes;
    if not found then
        return false;
    end if;
    perform context.add_chunks(the_workspace, 'upload/' || the_upload, the_offset, the_bytes);
    return true;
end
$$;

-- Bytes that were uploaded become those of that digest; where these are there already, they are the ones that stay.
create or replace function adopt_content(the_workspace text, the_upload uuid, the_sha256 text) returns void
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
create or replace function finish_upload(
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
        write := context.claim_write(the_workspace, u.run_id, u.attempt, 'upload/' || the_upload);
        if not write.admitted then
            outcome := 'fenced';
            return;
        end if;
    end if;
    select a.sha256 into former from context.artifacts a
    where a.workspace_id = the_workspace and a.run_id = u.run_id and a.artifact_id = u.artifact_id
    for update;
    perform context.add_chunks(the_workspace, 'upload/' || the_upload, the_offset, the_bytes);
    perform context.adopt_content(the_workspace, the_upload, the_sha256);
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
        perform context.free_content(the_workspace, the_sha256);
        delete from context.artifact_uploads x where x.upload_id = the_upload;
        outcome := 'taken';
        return;
    end if;
    if former <> the_sha256 then
        perform context.free_content(the_workspace, former);
    end if;
    -- Stays until its time is over, for whoever did not hear that it is done.
    update context.artifact_uploads x set received = u.size_bytes, finished = true where x.upload_id = the_upload;
    outcome := 'kept';
end
$$;

-- The upload and what came of it; an artifact that it became stays.
create or replace function drop_upload(the_workspace text, the_upload uuid, the_begun_by text) returns boolean
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
create or replace function expire_uploads(most integer) returns integer
language plpgsql as $$
declare
    gone record;
    many integer := 0;
begin
    for gone in
        delete from context.artifact_uploads u using (
            select upload_id from context.artifact_uploads
            where expires_at <= now() order by expires_at limit most for update skip locked) d
        where u.upload_id = d.upload_id
        returning u.workspace_id, u.upload_id
    loop
        many := many + 1;
        delete from context.artifact_contents c
        where c.workspace_id = gone.workspace_id and c.sha256 = 'upload/' || gone.upload_id;
    end loop;
    return many;
end
$$;
