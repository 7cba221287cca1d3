-- As set_storage_v0 and delete_storage_v0, with changes that may expect what is there: null expects nothing, the empty text that there is no
-- value, and all else is the value's etag. Where it is another they answer 'stale', nothing is done and the operation is forgotten. What is
-- there is read behind the lock of its owner, so of two writers that expect the same the second one is told.

create function set_storage_v1(
    the_workspace text, the_run uuid, the_attempt integer, the_operation text,
    the_kind text, the_plugin text, the_key text, the_expected text, the_value bytea, most_bytes bigint, most_keys integer)
    returns text
language plpgsql as $$
declare
    the_etag text    := encode(sha256(the_value), 'hex');
    size     integer := octet_length(the_value);
    write    record;
    space    record;
    held     integer;
    there    text;
    refusal  text;
begin
    write := context.claim_write_v0(the_workspace, the_run, the_attempt, the_operation);
    if not write.admitted then
        return 'fenced';
    end if;
    if write.answered is not null then
        return case when write.answered then 'changed' else 'unchanged' end;
    end if;
    insert into context.storage_owners (workspace_id, kind, plugin)
    values (the_workspace, the_kind, the_plugin)
    on conflict do nothing;
    select o.id, o.used_bytes, o.keys into space from context.storage_owners o
    where o.workspace_id = the_workspace and o.kind = the_kind and o.plugin = the_plugin
    for update;
    select octet_length(s.value), s.etag into held, there from context.storage s
    where s.owner = space.id and s.key = the_key;
    -- What makes an owner's storage no larger is let in, also where a quota was lowered below what is kept.
    refusal := case
        when the_expected = '' and there is not null then 'stale'
        when the_expected <> '' and there is distinct from the_expected then 'stale'
        when held is null and space.keys >= most_keys then 'too_many_keys'
        when size > coalesce(held, 0) and space.used_bytes - coalesce(held, 0) + size > most_bytes then 'too_many_bytes'
    end;
    if refusal is not null then
        delete from context.state_operations o
        where o.workspace_id = the_workspace and o.run_id = the_run
            and o.attempt = the_attempt and o.operation_id = the_operation;
        return refusal;
    end if;
    insert into context.storage as s (owner, key, value, etag)
    values (space.id, the_key, the_value, the_etag)
    on conflict (owner, key) do update set value = excluded.value, etag = excluded.etag;
    update context.storage_owners o
    set used_bytes = o.used_bytes - coalesce(held, 0) + size,
        keys = o.keys + case when held is null then 1 else 0 end
    where o.id = space.id;
    return 'changed';
end
$$;

create function delete_storage_v1(
    the_workspace text, the_run uuid, the_attempt integer, the_operation text,
    the_kind text, the_plugin text, the_key text, the_expected text)
    returns text
language plpgsql as $$
declare
    write     record;
    the_owner bigint;
    held      integer;
begin
    write := context.claim_write_v0(the_workspace, the_run, the_attempt, the_operation);
    if not write.admitted then
        return 'fenced';
    end if;
    if write.answered is not null then
        return case when write.answered then 'changed' else 'unchanged' end;
    end if;
    select o.id into the_owner from context.storage_owners o
    where o.workspace_id = the_workspace and o.kind = the_kind and o.plugin = the_plugin
    for update;
    delete from context.storage s
    where s.owner = the_owner and s.key = the_key and (the_expected is null or s.etag = the_expected)
    returning octet_length(s.value) into held;
    if held is null and the_expected is not null then
        delete from context.state_operations o
        where o.workspace_id = the_workspace and o.run_id = the_run
            and o.attempt = the_attempt and o.operation_id = the_operation;
        return 'stale';
    end if;
    if held is null then
        update context.state_operations o set changed = false
        where o.workspace_id = the_workspace and o.run_id = the_run
            and o.attempt = the_attempt and o.operation_id = the_operation;
        return 'unchanged';
    end if;
    update context.storage_owners o
    set used_bytes = o.used_bytes - held, keys = o.keys - 1
    where o.id = the_owner;
    return 'changed';
end
$$;
