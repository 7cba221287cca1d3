-- Writers of one workspace come one after the other, so that together they never exceed its quota.
create function lock_files_v1(the_workspace text) returns void
language sql as $$
    select pg_advisory_xact_lock(hashtextextended('context.files/' || the_workspace, 0));
$$;

-- The outcome is kept, there (the same bytes under the same name and for the same purpose), too_many_files or too_many_bytes.
create function put_file_v1(
    the_workspace text, the_key text, the_name text, the_purpose text, the_mime text, the_sha256 text, the_bytes bytea,
    the_creator text, most_bytes bigint, most_files integer,
    out outcome text, out file_key text, out name text, out purpose text, out mime_type text, out size_bytes bigint,
    out sha256 text, out created_at timestamptz, out created_by text)
language plpgsql as $$
declare
    file context.files;
    held record;
begin
    perform context.lock_files_v1(the_workspace);
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
        perform context.keep_content_v1(the_workspace, the_sha256, the_bytes);
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
create function delete_file_v1(the_workspace text, the_key text) returns context.files
language plpgsql as $$
declare
    file context.files;
begin
    perform context.lock_files_v1(the_workspace);
    delete from context.files f
    where f.workspace_id = the_workspace and f.file_key = the_key
    returning * into file;
    if found then
        perform context.free_content_v1(the_workspace, file.sha256);
    end if;
    return file;
end
$$;

-- Writers of one workspace come one after the other, so that together they never exceed its quota.
create function lock_skills_v1(the_workspace text) returns void
language sql as $$
    select pg_advisory_xact_lock(hashtextextended('context.skills/' || the_workspace, 0));
$$;

-- A person's change. The outcome is created, replaced, exists (and nothing was said of what is replaced), stale, missing or too_many.
create function put_skill_v1(
    the_workspace text, the_name text, the_display text, the_description text, the_instructions text, the_files text,
    is_enabled boolean, must_exist boolean, expected bigint, most integer,
    out outcome text, out now_version bigint, out changed timestamptz)
language plpgsql as $$
declare
    former bigint;
begin
    perform context.lock_skills_v1(the_workspace);
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
create function register_skill_v1(
    the_workspace text, the_run uuid, the_attempt integer, the_operation text,
    the_runner text, the_name text, the_display text, the_description text, the_instructions text,
    most integer, most_registered integer,
    out outcome text, out now_version bigint)
language plpgsql as $$
declare
    write  record;
    former record;
begin
    write := context.claim_write_v1(the_workspace, the_run, the_attempt, the_operation);
    if not write.admitted then
        outcome := 'fenced';
        return;
    end if;
    perform context.lock_skills_v1(the_workspace);
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

-- Whether one is kept now. The first one that comes for an event stays. None comes back that was erased, and none that has outlived its
-- time: its event was logged when it came first.
create function put_raw_v1(
    the_workspace text, the_event text, the_bot text, the_conversation text, the_thread text, the_actor text,
    the_received timestamptz, the_sha256 text, the_payload bytea) returns boolean
language plpgsql as $$
begin
    -- An erasure that is asked for in this moment comes before it, and is seen, or after it, and finds it.
    perform pg_advisory_xact_lock_shared(hashtext('context.erasures'));
    if exists (select from context.raw_payloads r where r.workspace_id = the_workspace and r.event_id = the_event) then
        return true;
    end if;
    if exists (select from context.erased_events x where x.workspace_id = the_workspace and x.event_id = the_event)
        or exists (
            select from context.erasures e
            where e.workspace_id = the_workspace and e.asked_at >= the_received
                and (e.conversation_id is not null or e.actor_id is not null)
                and case e.kind
                    when 'conversation' then e.bot_id = the_bot and e.conversation_id = the_conversation
                        and (e.thread_id is null or e.thread_id = the_thread)
                    else e.actor_id = the_actor and (e.bot_id is null or e.bot_id = the_bot) end)
        or exists (select from context.logged l where l.workspace_id = the_workspace and l.log_key = 'event/' || the_event)
    then
        return false;
    end if;
    insert into context.raw_payloads
        (workspace_id, event_id, bot_id, conversation_id, thread_id, actor_id, sha256, payload)
    values (the_workspace, the_event, the_bot, the_conversation, the_thread, the_actor, the_sha256, the_payload)
    on conflict do nothing;
    return true;
end
$$;

-- Some of what has outlived its time, workspace after workspace. Answers how many; fewer than asked for, and nothing is left. Replicas
-- may call it at once.
create function expire_raw_v1(usual integer, most integer, at_once integer) returns integer
language plpgsql as $$
declare
    w    text := '';
    own  integer;
    many integer := 0;
    n    integer;
begin
    loop
        select min(r.workspace_id) into w from context.raw_payloads r where r.workspace_id > w;
        exit when w is null or many >= at_once;
        select t.raw_days into own from context.retention t where t.workspace_id = w;
        delete from context.raw_payloads r where r.workspace_id = w and r.event_id = any (array(
            select o.event_id from context.raw_payloads o
            where o.workspace_id = w and o.created_at < now() - make_interval(days => least(coalesce(own, usual), most))
            order by o.created_at limit at_once - many for update skip locked));
        get diagnostics n = row_count;
        many := many + n;
    end loop;
    return many;
end
$$;
