-- Agents and bindings as people wrote them, and the resolution of every event.

-- Each is one document of JSON, read and checked as a whole; as text, so that numbers and strings stay as they were written.
create table bindings.agents (
    workspace_id text    not null,
    agent_id     text    not null collate "C",
    version      integer not null,
    document     text    not null,
    primary key (workspace_id, agent_id)
);

create table bindings.bindings (
    workspace_id text    not null,
    binding_id   text    not null collate "C",
    agent_id     text    not null collate "C",
    version      integer not null,
    document     text    not null,
    primary key (workspace_id, binding_id),
    foreign key (workspace_id, agent_id) references bindings.agents (workspace_id, agent_id)
);
create index bindings_by_agent on bindings.bindings (workspace_id, agent_id);

-- Every change takes the next revision, under one lock: revisions are given out in the order of commits, so a replica that has
-- seen one has missed none before it.
create table bindings.revision (
    only_row boolean primary key default true check (only_row),
    value    bigint not null
);
insert into bindings.revision (value) values (0);

create table bindings.workspaces (
    workspace_id text   primary key,
    revision     bigint not null
);
create index workspaces_by_revision on bindings.workspaces (revision);

-- One row for each event (and deliberate rerun). It holds the record that goes out, complete.
create table bindings.resolutions (
    workspace_id     text        not null,
    event_id         uuid        not null,
    rerun            integer     not null,
    fingerprint      text        not null,
    event_partition  integer     not null,
    event_offset     bigint      not null,
    record_topic     text        not null,
    record_partition integer     not null,
    record_key       text        not null,
    record_headers   text        not null,
    record_value     bytea       not null,
    published        boolean     not null default false,
    created_at       timestamptz not null default now(),
    keep_until       timestamptz not null,
    primary key (workspace_id, event_id, rerun)
) with (autovacuum_vacuum_scale_factor = 0.02); -- a round of expiry passes over the index entries of rows deleted since
create index resolutions_unpublished on bindings.resolutions (event_partition, event_offset) where not published;
create index resolutions_by_end on bindings.resolutions (keep_until);

-- The offset that each partition of agent.events is applied up to: every record before it is resolved, and its resolution is published. It
-- moves with the resolutions of the next batch, and is replaced only when its partition is assigned.
create table bindings.applied_offsets (
    topic       text    not null,
    partition   integer not null,
    topic_id    text    not null, -- a topic that is created again has another one
    next_offset bigint  not null,
    primary key (topic, partition)
) with (fillfactor = 50);

-- Events that came under the id of another one. They are not run.
create table bindings.conflicts (
    workspace_id    text        not null,
    event_id        uuid        not null,
    fingerprint     text        not null,
    event_topic     text        not null,
    event_partition integer     not null,
    event_offset    bigint      not null,
    seen_at         timestamptz not null,
    primary key (workspace_id, event_id, fingerprint)
);
create index conflicts_by_time on bindings.conflicts (seen_at);

-- Records of changes (audit, keys), written with the change and deleted once published.
create table bindings.outbox (
    sequence         bigint generated always as identity primary key,
    record_topic     text    not null,
    record_partition integer not null,
    record_key       text    not null,
    record_headers   text    not null,
    record_value     bytea   not null
);

-- API keys: everything but the secret, of which the document holds the digest. The records of a change lie in the outbox from the
-- same transaction on. To publish all keys again, should the topic be lost, see docs/keys.md.
create table bindings.api_keys (
    key_id       text collate "C" primary key,
    workspace_id text not null,
    document     text not null
);
create index api_keys_by_workspace on bindings.api_keys (workspace_id, key_id);
