-- Writers of one workspace come one after the other, so that together they never exceed its quota.
create function lock_skills_v0(the_workspace text) returns void
language sql as $$
    select pg_advisory_xact_lock(hashtextextended('context.skills/' || the_workspace, 0));
$$;

-- A person's change. The outcome is created, replaced, exists (and nothing was said of what is replaced), stale, missing or too_many.
create function put_skill_v0(
    the_workspace text, the_name text, the_display text, the_description text, the_instructions text, the_files text,
    is_enabled boolean, must_exist boolean, expected bigint, most integer,
    out outcome text, out now_version bigint, out changed timestamptz)
language plpgsql as $$
declare
    former bigint;
begin
    perform context.lock_skills_v0(the_workspace);
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
create function register_skill_v0(
    the_workspace text, the_run uuid, the_attempt integer, the_operation text,
    the_runner text, the_name text, the_display text, the_description text, the_instructions text,
    most integer, most_registered integer,
    out outcome text, out now_version bigint)
language plpgsql as $$
declare
    write  record;
    former record;
begin
    write := context.claim_write_v0(the_workspace, the_run, the_attempt, the_operation);
    if not write.admitted then
        outcome := 'fenced';
        return;
    end if;
    perform context.lock_skills_v0(the_workspace);
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
