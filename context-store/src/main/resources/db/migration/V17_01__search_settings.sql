-- Null where the expected version is not that of what is there (0 where nothing is). What changes nothing is no change: its version stays.
create or replace function put_search_settings_v1(
    the_workspace text, meaning boolean, expected integer, the_entry jsonb) returns integer
language plpgsql as $$
declare
    was    context.search_settings;
    now_is integer;
begin
    select * into was from context.search_settings s where s.workspace_id = the_workspace for update;
    if found and (expected is null or expected = was.version) and was.by_meaning = meaning then
        return was.version;
    end if;
    if expected is not null and expected > 0 and was.workspace_id is null then
        return null;
    end if;
    insert into context.search_settings as s (workspace_id, by_meaning, version) values (the_workspace, meaning, 1)
    on conflict (workspace_id) do update
        set by_meaning = excluded.by_meaning, version = s.version + 1
        where expected is null or s.version = expected
    returning s.version into now_is;
    if now_is is not null then
        insert into context.event_log (workspace_id, kind, type, at, data, source)
        values (the_workspace, 'audit', 'search.update', now(), the_entry, 'context-store');
    end if;
    return now_is;
end
$$;
