-- State of an actor and of a subject is keyed by type and id: a user and a bot may have one id. What was kept by id alone was, but for
-- rare cases, a user's and a message's. Rows that a replica of a build before writes meanwhile have no slash; an erasure finds both.
set statement_timeout = 0;

update context.state s set subject = 'user/' || context.percent_encoded_v0(s.subject) where s.scope = 'actor';
update context.state s set subject = 'message/' || context.percent_encoded_v0(s.subject) where s.scope = 'subject';

create function context.is_state_of_actor_v0(the_subject text, the_actor text) returns boolean
language sql immutable as $$
    select case when position('/' in the_subject) = 0
        then the_subject = the_actor
        else split_part(the_subject, '/', 2) = context.percent_encoded_v0(the_actor) end
$$;

create or replace function context.erase_some_v0(e context.erasures, most integer) returns void
language plpgsql as $$
declare
    n bigint;
    b bigint;
begin
    case e.stage
        when 'entries' then
            e := context.erase_entries_v0(e, most);
        when 'outside', 'answers', 'rest' then
            e := context.erase_outside_v0(e, most);
        when 'artifacts' then
            -- None that began before comes to its end after; what has come to its end meanwhile is an artifact, and goes with the others.
            perform context.erase_uploads_v0(e, false);
            select a.many, a.bytes into n, b from context.erase_artifacts_v0(e.workspace_id, array(
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
                perform context.erase_uploads_v0(e, true);
                e.stage := 'state';
            end if;
        when 'state' then
            delete from context.state s
            where s.ctid = any (array(
                select o.ctid from context.state o
                where o.workspace_id = e.workspace_id and (e.bot_id is null or o.bot_id = e.bot_id)
                    and o.written_at <= e.asked_at
                    and case e.kind
                        when 'actor' then o.scope = 'actor' and context.is_state_of_actor_v0(o.subject, e.actor_id)
                        else o.scope = 'conversation'
                            and context.is_state_of_v0(o.subject, e.conversation_id, e.thread_id) end
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
