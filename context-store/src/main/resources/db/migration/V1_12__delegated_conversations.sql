-- The conversations of delegated runs and the conversation of the run that delegated: an erasure of it erases them as well. A row lives
-- as long as any data of the delegated conversation may, or until the erasure of that conversation is requested.
create table delegated_conversations (
    workspace_id           text        not null,
    bot_id                 text        not null,
    conversation_id        text        not null,
    -- Null where the delegating run has no conversation.
    parent_conversation_id text,
    parent_thread_id       text,
    recorded_at            timestamptz not null default now(),
    -- The erasure of the parent, until the one of the delegated conversation is requested.
    erasure_id             uuid,
    primary key (workspace_id, bot_id, conversation_id)
);
create index delegated_conversations_parent on delegated_conversations (workspace_id, bot_id, parent_conversation_id);
create index delegated_conversations_due on delegated_conversations (erasure_id) where erasure_id is not null;

-- The erasure whose receipt counts this one: that of the conversation or the actor that was requested. Null for a requested one.
alter table erasures add column root_erasure_id uuid;
create index erasures_root on erasures (root_erasure_id) where root_erasure_id is not null;

-- Records the conversations of delegated runs by the runs that delegated, before the batch that logs their events. Where the parent's
-- answers are erased already, or are about to be, the delegated conversation is due for its erasure. The actor is that of the event.
create function record_delegations_v1(
    p_workspaces text[], p_bots text[], p_conversations text[], p_runs uuid[], p_actors text[]) returns void
language plpgsql as $$
begin
    -- A request for an erasure waits for the batches under way, and those after it read its tombstone.
    perform pg_advisory_xact_lock_shared(hashtext('context.erasures'));
    -- An erasure of an actor locks a conversation when it has erased all of it: it commits before this, or finds the rows of this.
    perform from context.conversations c
    where c.id = any (array(
        select o.id
        from unnest(p_workspaces, p_runs) as g (workspace_id, run_id)
        join context.fences f on f.workspace_id = g.workspace_id and f.run_id = g.run_id
        join context.conversations o on o.workspace_id = f.workspace_id and o.bot_id = f.bot_id
            and o.conversation_id = f.conversation_id and o.thread_id = f.thread_id))
    order by c.id
    for key share of c;
    insert into context.delegated_conversations as d
        (workspace_id, bot_id, conversation_id, parent_conversation_id, parent_thread_id, erasure_id)
    select distinct on (1, 2, 3) g.workspace_id, g.bot_id, g.conversation_id, f.conversation_id, f.thread_id,
        coalesce(r.erasure_id, case when x.answers then gen_random_uuid() end)
    from unnest(p_workspaces, p_bots, p_conversations, p_runs, p_actors)
        as g (workspace_id, bot_id, conversation_id, run_id, actor_id)
    join context.fences f on f.workspace_id = g.workspace_id and f.run_id = g.run_id
    left join context.erased_events x on x.workspace_id = f.workspace_id and x.event_id = f.event_id
    left join lateral (
        select coalesce(e.root_erasure_id, e.erasure_id) as erasure_id
        from context.erasures e
        where e.workspace_id = g.workspace_id and (e.conversation_id is not null or e.actor_id is not null)
            and context.concerns_v1(e, f.bot_id, f.conversation_id, f.thread_id, g.actor_id)
            -- The parent ended before the moment of the erasure, or was active then.
            and (x.answers or e.kind = 'conversation'
                and (f.raised_at <= e.requested_at or f.erased and x.event_id is null))
        order by e.requested_at desc limit 1) r on true
    order by 1, 2, 3
    on conflict (workspace_id, bot_id, conversation_id) do update
        set erasure_id = coalesce(d.erasure_id, excluded.erasure_id);
end
$$;
