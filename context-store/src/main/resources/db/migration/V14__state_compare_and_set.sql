-- Changes of state that may expect what is there: null expects nothing, the empty text that there is no value, and all else is the value's
-- etag. They answer 'done', 'nothing' (there was no value to delete), 'stale' (the value is another) or 'fenced'. A stale change is not
-- remembered as done: nothing was.

create function context.change_state_v1(
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
    write := context.claim_write(the_workspace, the_run, the_attempt, the_operation);
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
