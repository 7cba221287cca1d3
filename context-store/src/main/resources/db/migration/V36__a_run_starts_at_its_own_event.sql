-- What a run is told at its start, as open_run_v0, which builds before this one still call. The counts are those of the run's own event
-- where it is applied, and else how far the conversation is: what is applied is then all before it.
create function open_run_v1(
    the_workspace text, the_run uuid, the_attempt integer, the_event text,
    the_bot text, the_conversation text, the_thread text,
    scope_bots text[], scope_bindings text[], scope_runners text[], scope_names text[], scope_subjects text[],
    out raised boolean, out state jsonb, out event_seq bigint, out transcript_seq bigint, out before boolean)
language plpgsql as $$
declare
    the_id  bigint;
    own     record;
    later   text[] := '{}';
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
    if the_id is null then
        before := false;
        return;
    end if;
    select l.seq, l.transcript_seq into own
    from context.event_log l
    where l.kind = 'event' and l.event_id = the_event and l.conversation = the_id;
    if found then
        event_seq := own.seq;
        transcript_seq := coalesce(own.transcript_seq, transcript_seq);
        later := array(
            select l.event_id from context.event_log l
            where l.conversation = the_id and l.seq >= own.seq and l.kind = 'event');
    end if;
    -- Each by the lowest number: whether there is any would be looked up in the whole table where a conversation is large. Behind its own
    -- message there may be answers to what came before it.
    before := coalesce((select min(t.seq) from context.transcript t where t.conversation = the_id) < own.transcript_seq, false)
        or (select t.seq from context.transcript t
            where t.conversation = the_id and t.seq > coalesce(own.transcript_seq, 0) and t.event_id <> all (later)
            order by t.seq limit 1) is not null;
end
$$;
