-- Bots on platforms that the host itself connects: one document of JSON each, with names of secrets only. The id is unique on the host.
create table bindings.bots (
    workspace_id text    not null,
    bot_id       text    not null collate "C",
    version      integer not null,
    document     text    not null,
    primary key (workspace_id, bot_id),
    unique (bot_id)
);
