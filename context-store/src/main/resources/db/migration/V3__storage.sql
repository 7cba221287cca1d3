-- Whose storage, and how full it is. Whoever writes locks this row first, so that no two writers together exceed the quota.
create table storage_owners (
    id           bigint generated always as identity primary key,
    workspace_id text    not null,
    kind         text    not null check (kind in ('plugin', 'workspace')),
    plugin       text    not null,
    used_bytes   bigint  not null default 0 check (used_bytes >= 0),
    keys         integer not null default 0 check (keys >= 0),
    unique (workspace_id, kind, plugin)
) with (fillfactor = 50);

create table storage (
    owner bigint not null references storage_owners,
    key   text   not null collate "C",
    value bytea  not null,
    etag  text   not null,
    primary key (owner, key)
);
-- Most of it is compressed already, or is read whole.
alter table storage alter column value set storage external;
