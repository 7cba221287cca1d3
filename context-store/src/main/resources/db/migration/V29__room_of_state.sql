-- How large a value is, so that a scope's values are counted without being read. Null in rows of before: those are read. Set for
-- whoever writes, of whichever build.
alter table state add column bytes integer;

create function measure_state_v0() returns trigger
language plpgsql as $$
begin
    new.bytes := octet_length(new.value::text);
    return new;
end
$$;

create trigger measure_state_v0 before insert or update on state
    for each row execute function measure_state_v0();

-- As change_state_v2, with two answers more: 'too_many_keys' and 'too_many_bytes', where the scope has no room for the value. All of a
-- scope is told to every run at its start. Whoever adds to a scope waits for whoever does so already, and what makes it no larger is let
-- in, also where it has more than it may. A refused change is forgotten.
create function change_state_v3(
    the_workspace text, the_run uuid, the_attempt integer, the_operation text,
    the_bot text, the_binding text, the_runner text, the_scope text, the_subject text, the_name text,
    the_value text, the_expected text, most_keys integer, most_bytes integer)
    returns text
language plpgsql as $$
declare
    size    integer := octet_length((the_value::jsonb)::text);
    there   record;
    refusal text;
begin
    if the_value is not null then
        perform pg_advisory_xact_lock(hashtext('context.state'), hashtext(
            json_build_array(the_workspace, the_bot, the_binding, the_runner, the_scope, the_subject)::text));
    end if;
    -- Asked behind the lock: the same at the same time is a repetition of whoever came first.
    if the_value is not null and not exists (
        select from context.state_operations o
        where o.workspace_id = the_workspace and o.run_id = the_run
            and o.attempt = the_attempt and o.operation_id = the_operation)
    then
        select count(*) filter (where s.name <> the_name) as keys,
            coalesce(sum(v.bytes) filter (where s.name <> the_name), 0) as bytes,
            max(v.bytes) filter (where s.name = the_name) as held
        into there
        from context.state s, lateral (select coalesce(s.bytes, octet_length(s.value::text)) as bytes) v
        where s.workspace_id = the_workspace and s.bot_id = the_bot and s.binding_id = the_binding
            and s.runner_id = the_runner and s.scope = the_scope and s.subject = the_subject;
        refusal := case
            when there.held is null and there.keys >= most_keys then 'too_many_keys'
            when size > coalesce(there.held, 0) and there.bytes + size > most_bytes then 'too_many_bytes'
        end;
        if refusal is not null then
            return case when exists (
                select from context.fences f
                where f.workspace_id = the_workspace and f.run_id = the_run
                    and not f.ended and not f.erased and f.attempt <= the_attempt) then refusal else 'fenced' end;
        end if;
    end if;
    return context.change_state_v2(
        the_workspace, the_run, the_attempt, the_operation, the_bot, the_binding, the_runner, the_scope, the_subject, the_name,
        the_value, the_expected);
end
$$;
