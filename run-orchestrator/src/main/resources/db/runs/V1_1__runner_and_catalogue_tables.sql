-- The replica that is connected to a runner, one row for each connection and runner. A row counts while its replica's lease lives.
CREATE TABLE runs.runner_connections (
    connection_id  text        NOT NULL,
    runner_id      text        NOT NULL,
    incarnation    uuid        NOT NULL,
    workspaces     text[]      NOT NULL,
    manifest       jsonb       NOT NULL,
    room           integer     NOT NULL DEFAULT 0, -- how many runs it takes at once
    free           integer     NOT NULL DEFAULT 0, -- how many more of these it would take now
    generation     text        NOT NULL DEFAULT 'later', -- of the SDK of its plugin
    icon           text, -- runs.runner_icons.sha256
    plugin_version text,
    raw_manifest   text, -- what the manifest was read from, as it came
    connected_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (connection_id, runner_id)
);

CREATE INDEX runner_connections_incarnation ON runs.runner_connections (incarnation);

-- Runners that a connected plugin declares and that cannot be used. A row counts while its replica's lease lives.
CREATE TABLE runs.runner_refusals (
    connection_id text        NOT NULL,
    place         integer     NOT NULL,
    incarnation   uuid        NOT NULL,
    workspaces    text[]      NOT NULL,
    plugin        text        NOT NULL,
    runner        text        NOT NULL,
    reason        text        NOT NULL,
    connected_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (connection_id, place)
);

CREATE INDEX runner_refusals_incarnation ON runs.runner_refusals (incarnation);

-- The icons of plugins, each picture once however many connections show it. One that no connection shows is deleted after an hour.
CREATE TABLE runs.runner_icons (
    sha256    text        PRIMARY KEY,
    mime_type text        NOT NULL,
    bytes     bytea       NOT NULL,
    seen_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Known runners, connected or not, and how much of each was published on agent.runners. A runner that no replica has seen for
-- 35 days is published as gone, and its row is deleted.
CREATE TABLE runs.known_runners (
    runner_id   text        COLLATE "C" NOT NULL PRIMARY KEY,
    document    text        NOT NULL,
    sha256      text        NOT NULL,
    fingerprint text, -- of what the connections say of the runner, so that what is known is not read again
    revision    bigint      NOT NULL DEFAULT 1,
    changed_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    seen_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    told        bigint      NOT NULL DEFAULT 0,
    told_at     timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The replica that holds a runtime which we dial: a runtime takes one host at a time. A hold lasts until its replica's lease is
-- dead; the replica that takes it next raises the epoch.
CREATE TABLE runs.runtime_holds (
    runtime     text        PRIMARY KEY,
    incarnation uuid        NOT NULL,
    epoch       bigint      NOT NULL,
    taken_at    timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The models of a workspace, as people wrote them. Secrets stand in them by name only. A call reads its row, so a change is in effect
-- for the next one, on every replica.
CREATE TABLE runs.models (
    workspace_id text        NOT NULL,
    model_id     text        COLLATE "C" NOT NULL,
    document     jsonb       NOT NULL,
    version      integer     NOT NULL DEFAULT 1,
    PRIMARY KEY (workspace_id, model_id)
);

-- The MCP servers of a workspace, likewise.
CREATE TABLE runs.mcp_servers (
    workspace_id text        NOT NULL,
    server_id    text        COLLATE "C" NOT NULL,
    document     jsonb       NOT NULL,
    version      integer     NOT NULL DEFAULT 1,
    PRIMARY KEY (workspace_id, server_id)
);

-- The revision goes on counting when a model is deleted and created again.
CREATE SEQUENCE runs.embedding_revisions;

-- The newest change of each model of the kind embedding, until context-store has it. A document that is null says that the model is gone.
CREATE TABLE runs.embedding_tellings (
    workspace_id text        NOT NULL,
    model_id     text        COLLATE "C" NOT NULL,
    revision     bigint      NOT NULL,
    document     jsonb,
    tries        integer     NOT NULL DEFAULT 0,
    due_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (workspace_id, model_id)
);

CREATE INDEX embedding_tellings_due ON runs.embedding_tellings (due_at);
