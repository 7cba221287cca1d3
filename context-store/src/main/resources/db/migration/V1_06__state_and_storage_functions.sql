-- A write locks its run's fence shared until it commits, and raising the fence locks it exclusively: the transaction that raises it sees
-- every write that was admitted before, and none is admitted after.

-- Claims a write of an attempt: admitted is false if the fence refuses it; previous_answer is the answer of the first write with the same id.
create function claim_write_v1(
    p_workspace text, p_run uuid, p_attempt integer, p_operation text,
    out admitted boolean, out previous_answer boolean)
language plpgsql as $$
begin
    perform from context.fences f
    where f.workspace_id = p_workspace and f.run_id = p_run and not f.ended and not f.erased and f.attempt <= p_attempt
    for share;
    admitted := found;
    if not admitted then
        return;
    end if;
    insert into context.state_operations (workspace_id, run_id, attempt, operation_id, changed)
    values (p_workspace, p_run, p_attempt, p_operation, true)
    on conflict do nothing;
    if not found then
        select o.changed into previous_answer from context.state_operations o
        where o.workspace_id = p_workspace and o.run_id = p_run
            and o.attempt = p_attempt and o.operation_id = p_operation;
    end if;
end
$$;

-- Changes a value. p_expected: null expects nothing, the empty text expects no value, and any other text is the value's etag. The
-- answer is changed, unchanged (there was no value to delete), stale (the value is another one), fenced, too_many_keys or too_many_bytes
-- (limits of the scope). A refused change is not recorded. Every run reads all values of its scopes at its start; a change that
-- makes a scope no larger is admitted even above the limit.
create function change_state_v1(
    p_workspace text, p_run uuid, p_attempt integer, p_operation text,
    p_bot text, p_binding text, p_runner text, p_scope text, p_subject text, p_name text,
    p_value text, p_expected text, most_keys integer, most_bytes integer)
    returns text
language plpgsql as $$
declare
    as_json jsonb   := p_value::jsonb;
    size    integer := octet_length(as_json::text);
    usage   record;
    refusal text;
    write   record;
    changed boolean;
begin
    if as_json is not null then
        -- One writer at a time in a scope, so that concurrent writers never exceed its limits together.
        perform pg_advisory_xact_lock(hashtext('context.state'), hashtext(
            json_build_array(p_workspace, p_bot, p_binding, p_runner, p_scope, p_subject)::text));
        -- Read behind the lock: a concurrent repetition of the first write needs no capacity.
        if not exists (
            select from context.state_operations o
            where o.workspace_id = p_workspace and o.run_id = p_run
                and o.attempt = p_attempt and o.operation_id = p_operation)
        then
            select count(*) filter (where s.name <> p_name) as keys,
                coalesce(sum(s.bytes) filter (where s.name <> p_name), 0) as bytes,
                max(s.bytes) filter (where s.name = p_name) as value_bytes
            into usage
            from context.state s
            where s.workspace_id = p_workspace and s.bot_id = p_bot and s.binding_id = p_binding
                and s.runner_id = p_runner and s.scope = p_scope and s.subject = p_subject;
            refusal := case
                when usage.value_bytes is null and usage.keys >= most_keys then 'too_many_keys'
                when size > coalesce(usage.value_bytes, 0) and usage.bytes + size > most_bytes then 'too_many_bytes'
            end;
            if refusal is not null then
                return case when exists (
                    select from context.fences f
                    where f.workspace_id = p_workspace and f.run_id = p_run
                        and not f.ended and not f.erased and f.attempt <= p_attempt) then refusal else 'fenced' end;
            end if;
        end if;
    end if;
    write := context.claim_write_v1(p_workspace, p_run, p_attempt, p_operation);
    if not write.admitted then
        return 'fenced';
    end if;
    if write.previous_answer is not null then
        return case when write.previous_answer then 'changed' else 'unchanged' end;
    end if;
    if as_json is null then
        delete from context.state s
        where s.workspace_id = p_workspace and s.bot_id = p_bot and s.binding_id = p_binding
            and s.runner_id = p_runner and s.scope = p_scope and s.subject = p_subject and s.name = p_name
            and (p_expected is null or s.etag = p_expected);
    elsif p_expected is null then
        insert into context.state as s
            (workspace_id, bot_id, binding_id, runner_id, scope, subject, name, value, etag)
        values (p_workspace, p_bot, p_binding, p_runner, p_scope, p_subject, p_name,
            as_json, md5(as_json::text))
        on conflict (workspace_id, bot_id, binding_id, runner_id, scope, subject, name) do update
            set value = excluded.value, etag = excluded.etag, written_at = now();
    elsif p_expected = '' then
        insert into context.state
            (workspace_id, bot_id, binding_id, runner_id, scope, subject, name, value, etag)
        values (p_workspace, p_bot, p_binding, p_runner, p_scope, p_subject, p_name,
            as_json, md5(as_json::text))
        on conflict (workspace_id, bot_id, binding_id, runner_id, scope, subject, name) do nothing;
    else
        update context.state s
        set value = as_json, etag = md5(as_json::text), written_at = now()
        where s.workspace_id = p_workspace and s.bot_id = p_bot and s.binding_id = p_binding
            and s.runner_id = p_runner and s.scope = p_scope and s.subject = p_subject and s.name = p_name
            and s.etag = p_expected;
    end if;
    changed := found;
    if changed then
        return 'changed';
    end if;
    if p_expected is null then
        update context.state_operations o set changed = false
        where o.workspace_id = p_workspace and o.run_id = p_run
            and o.attempt = p_attempt and o.operation_id = p_operation;
        return 'unchanged';
    end if;
    delete from context.state_operations o
    where o.workspace_id = p_workspace and o.run_id = p_run
        and o.attempt = p_attempt and o.operation_id = p_operation;
    return 'stale';
end
$$;

-- Sets a value of an owner's storage. p_expected is that of change_state_v1. The answer is changed, unchanged, stale, fenced,
-- too_many_keys or too_many_bytes; a refused change is not recorded. The value is read behind the lock of its owner: of two writers
-- that expect the same, the second one gets stale.
create function set_storage_v1(
    p_workspace text, p_run uuid, p_attempt integer, p_operation text,
    p_kind text, p_plugin text, p_key text, p_expected text, p_value bytea, most_bytes bigint, most_keys integer)
    returns text
language plpgsql as $$
declare
    new_etag text    := encode(sha256(p_value), 'hex');
    size     integer := octet_length(p_value);
    write    record;
    usage    record;
    old_size integer;
    old_etag text;
    refusal  text;
begin
    write := context.claim_write_v1(p_workspace, p_run, p_attempt, p_operation);
    if not write.admitted then
        return 'fenced';
    end if;
    if write.previous_answer is not null then
        return case when write.previous_answer then 'changed' else 'unchanged' end;
    end if;
    insert into context.storage_owners (workspace_id, kind, plugin)
    values (p_workspace, p_kind, p_plugin)
    on conflict do nothing;
    select o.id, o.used_bytes, o.keys into usage from context.storage_owners o
    where o.workspace_id = p_workspace and o.kind = p_kind and o.plugin = p_plugin
    for update;
    select octet_length(s.value), s.etag into old_size, old_etag from context.storage s
    where s.owner = usage.id and s.key = p_key;
    -- A change that makes the storage no larger is admitted even above the quota.
    refusal := case
        when p_expected = '' and old_etag is not null then 'stale'
        when p_expected <> '' and old_etag is distinct from p_expected then 'stale'
        when old_size is null and usage.keys >= most_keys then 'too_many_keys'
        when size > coalesce(old_size, 0) and usage.used_bytes - coalesce(old_size, 0) + size > most_bytes then 'too_many_bytes'
    end;
    if refusal is not null then
        delete from context.state_operations o
        where o.workspace_id = p_workspace and o.run_id = p_run
            and o.attempt = p_attempt and o.operation_id = p_operation;
        return refusal;
    end if;
    insert into context.storage as s (owner, key, value, etag)
    values (usage.id, p_key, p_value, new_etag)
    on conflict (owner, key) do update set value = excluded.value, etag = excluded.etag;
    update context.storage_owners o
    set used_bytes = o.used_bytes - coalesce(old_size, 0) + size,
        keys = o.keys + case when old_size is null then 1 else 0 end
    where o.id = usage.id;
    return 'changed';
end
$$;

-- Deletes a value of an owner's storage, with the answers of set_storage_v1.
create function delete_storage_v1(
    p_workspace text, p_run uuid, p_attempt integer, p_operation text,
    p_kind text, p_plugin text, p_key text, p_expected text)
    returns text
language plpgsql as $$
declare
    write         record;
    storage_owner bigint;
    old_size      integer;
begin
    write := context.claim_write_v1(p_workspace, p_run, p_attempt, p_operation);
    if not write.admitted then
        return 'fenced';
    end if;
    if write.previous_answer is not null then
        return case when write.previous_answer then 'changed' else 'unchanged' end;
    end if;
    select o.id into storage_owner from context.storage_owners o
    where o.workspace_id = p_workspace and o.kind = p_kind and o.plugin = p_plugin
    for update;
    delete from context.storage s
    where s.owner = storage_owner and s.key = p_key and (p_expected is null or s.etag = p_expected)
    returning octet_length(s.value) into old_size;
    if old_size is null and p_expected is not null then
        delete from context.state_operations o
        where o.workspace_id = p_workspace and o.run_id = p_run
            and o.attempt = p_attempt and o.operation_id = p_operation;
        return 'stale';
    end if;
    if old_size is null then
        update context.state_operations o set changed = false
        where o.workspace_id = p_workspace and o.run_id = p_run
            and o.attempt = p_attempt and o.operation_id = p_operation;
        return 'unchanged';
    end if;
    update context.storage_owners o
    set used_bytes = o.used_bytes - old_size, keys = o.keys - 1
    where o.id = storage_owner;
    return 'changed';
end
$$;
