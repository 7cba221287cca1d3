-- Connections of replicas to runners, one row for each connection and runner. A row is valid while the lease of its replica is live.
CREATE TABLE runs.runner_connections (
    connection_id  text        NOT NULL,
    runner_id      text        NOT NULL,
    incarnation    uuid        NOT NULL,
    workspaces     text[]      NOT NULL,
    manifest       jsonb       NOT NULL,
    capacity       integer     NOT NULL DEFAULT 0, -- the most concurrent runs
    free           integer     NOT NULL DEFAULT 0, -- free slots of these
    generation     text        NOT NULL DEFAULT 'later', -- generation of the SDK of its plugin
    icon           text, -- runs.runner_icons.sha256
    plugin_version text,
    raw_manifest   text, -- the manifest as received
    connected_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (connection_id, runner_id)
);

CREATE INDEX runner_connections_incarnation ON runs.runner_connections (incarnation);

-- Runners that a connected plugin declares and that are unusable. A row is valid while the lease of its replica is live.
CREATE TABLE runs.runner_refusals (
    connection_id text        NOT NULL,
    ordinal       integer     NOT NULL,
    incarnation   uuid        NOT NULL,
    workspaces    text[]      NOT NULL,
    plugin        text        NOT NULL,
    runner        text        NOT NULL,
    reason        text        NOT NULL,
    connected_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (connection_id, ordinal)
);

CREATE INDEX runner_refusals_incarnation ON runs.runner_refusals (incarnation);

-- Icons of plugins, each image once for all connections. An icon that no connection refers to is deleted after an hour.
CREATE TABLE runs.runner_icons (
    sha256       text        PRIMARY KEY,
    mime_type    text        NOT NULL,
    bytes        bytea       NOT NULL,
    last_seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Known runners, connected or not, and the revision of each that was published on agent.runners. A runner without a connection for 35
-- days is published as a tombstone, and its row is deleted.
CREATE TABLE runs.known_runners (
    runner_id          text        COLLATE "C" NOT NULL PRIMARY KEY,
    document           text        NOT NULL,
    sha256             text        NOT NULL,
    fingerprint        text, -- digest of the manifests of its connections, so that an unchanged manifest is not read again
    revision           bigint      NOT NULL DEFAULT 1,
    changed_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
    last_seen_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    published_revision bigint      NOT NULL DEFAULT 0,
    published_at       timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The replica that connects to each dialled runtime: a runtime accepts one host at a time. A claim lasts until the lease of its replica
-- is dead; the replica that acquires it next raises the epoch.
CREATE TABLE runs.runtime_claims (
    runtime     text        PRIMARY KEY,
    incarnation uuid        NOT NULL,
    epoch       bigint      NOT NULL,
    acquired_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Models of workspaces, as defined by operators. They refer to secrets by name only. Each call reads its row, so a change takes effect
-- with the next call on every replica.
CREATE TABLE runs.models (
    workspace_id text        NOT NULL,
    model_id     text        COLLATE "C" NOT NULL,
    document     jsonb       NOT NULL,
    version      integer     NOT NULL DEFAULT 1,
    PRIMARY KEY (workspace_id, model_id)
);

-- MCP servers of workspaces, with the same rules.
CREATE TABLE runs.mcp_servers (
    workspace_id text        NOT NULL,
    server_id    text        COLLATE "C" NOT NULL,
    document     jsonb       NOT NULL,
    version      integer     NOT NULL DEFAULT 1,
    PRIMARY KEY (workspace_id, server_id)
);

-- Revisions keep increasing when a model is deleted and created again.
CREATE SEQUENCE runs.embedding_revisions;

-- The newest change of each embedding model, until context-store acknowledges it. A null document means that the model was deleted.
CREATE TABLE runs.embedding_changes (
    workspace_id text        NOT NULL,
    model_id     text        COLLATE "C" NOT NULL,
    revision     bigint      NOT NULL,
    document     jsonb,
    attempts     integer     NOT NULL DEFAULT 0,
    due_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (workspace_id, model_id)
);

CREATE INDEX embedding_changes_due ON runs.embedding_changes (due_at);
