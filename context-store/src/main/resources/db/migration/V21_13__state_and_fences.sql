-- Each function is one question of the REST API in one round trip. A write holds its run's fence shared until it commits, and
-- raising takes it alone: who raises it sees every write that was let in before, and none is let in after.

-- False when this attempt is below the fence or the run has ended. Whose run it is stays as it was said first; of an event that was
-- erased it is one that writes nothing.
create function raise_fence_v0(
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
create function end_run_v0(the_workspace text, the_run uuid, the_attempt integer) returns void
language sql as $$
    insert into context.fences as f (workspace_id, run_id, attempt, ended)
    values (the_workspace, the_run, the_attempt, true)
    on conflict (workspace_id, run_id) do update
        set attempt = greatest(f.attempt, excluded.attempt), ended = true, raised_at = now();
$$;

-- What a run is told at its start; the scopes come as parallel arrays and are answered by their place, from 1.
create function open_run_v0(
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
        perform context.note_erased_v0(the_workspace, array[the_event]);
    end if;
    raised := context.raise_fence_v0(
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
    -- By the lowest number: whether there is any below a number would be looked up in the whole table where a conversation is large.
    before := coalesce((select min(t.seq) from context.transcript t where t.conversation = the_id)
        < coalesce(own_seq, transcript_seq + 1), false);
end
$$;

-- Null when the fence refuses the write, otherwise whether it changed anything.
create function claim_write_v0(
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

-- Changes of state that may expect what is there: null expects nothing, the empty text that there is no value, and all else is the value's
-- etag. They answer 'done', 'nothing' (there was no value to delete), 'stale' (the value is another) or 'fenced'. A stale change is not
-- remembered as done: nothing was.

create function change_state_v2(
    the_workspace text, the_run uuid, the_attempt integer, the_operation text,
    the_bot text, the_binding text, the_runner text, the_scope text, the_subject text, the_name text,
    the_value text, the_expected text)
    returns text
language plpgsql as $$
declare
    write    record;
    as_json  jsonb := the_value::jsonb;
    changed  boolean;
begin
    write := context.claim_write_v0(the_workspace, the_run, the_attempt, the_operation);
    if not write.admitted then
        return 'fenced';
    end if;
    if write.answered is not null then
        return case when write.answered then 'done' else 'nothing' end;
    end if;
    if as_json is null then
        delete from context.state s
        where s.workspace_id = the_workspace and s.bot_id = the_bot and s.binding_id = the_binding
            and s.runner_id = the_runner and s.scope = the_scope and s.subject = the_subject and s.name = the_name
            and (the_expected is null or s.etag = the_expected);
    elsif the_expected is null then
        insert into context.state as s
            (workspace_id, bot_id, binding_id, runner_id, scope, subject, name, value, etag)
        values (the_workspace, the_bot, the_binding, the_runner, the_scope, the_subject, the_name,
            as_json, md5(as_json::text))
        on conflict (workspace_id, bot_id, binding_id, runner_id, scope, subject, name) do update
            set value = excluded.value, etag = excluded.etag, written_at = now();
    elsif the_expected = '' then
        insert into context.state
            (workspace_id, bot_id, binding_id, runner_id, scope, subject, name, value, etag)
        values (the_workspace, the_bot, the_binding, the_runner, the_scope, the_subject, the_name,
            as_json, md5(as_json::text))
        on conflict (workspace_id, bot_id, binding_id, runner_id, scope, subject, name) do nothing;
    else
        update context.state s
        set value = as_json, etag = md5(as_json::text), written_at = now()
        where s.workspace_id = the_workspace and s.bot_id = the_bot and s.binding_id = the_binding
            and s.runner_id = the_runner and s.scope = the_scope and s.subject = the_subject and s.name = the_name
            and s.etag = the_expected;
    end if;
    changed := found;
    if changed then
        return 'done';
    end if;
    if the_expected is null then
        update context.state_operations o set changed = false
        where o.workspace_id = the_workspace and o.run_id = the_run
            and o.attempt = the_attempt and o.operation_id = the_operation;
        return 'nothing';
    end if;
    delete from context.state_operations o
    where o.workspace_id = the_workspace and o.run_id = the_run
        and o.attempt = the_attempt and o.operation_id = the_operation;
    return 'stale';
end
$$;
