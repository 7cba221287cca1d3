-- Artifacts that have expired, for as long as whoever might have seen them is told so. Of what an erasure concerned nothing is told.
create table artifact_tombstones (
    workspace_id    text        not null,
    run_id          uuid        not null,
    artifact_id     text        not null,
    bot_id          text        not null,
    conversation_id text,
    thread_id       text        not null,
    scope           text        not null,
    scope_key       text,
    created_at      timestamptz not null,
    expired_at      timestamptz not null,
    primary key (workspace_id, run_id, artifact_id)
);
create index artifact_tombstones_id on artifact_tombstones (workspace_id, artifact_id);
create index artifact_tombstones_age on artifact_tombstones (expired_at);

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
        perform context.free_content_v0(gone.workspace_id, gone.sha256);
    end loop;
    return many;
end
$$;
