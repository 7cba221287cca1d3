-- Which replica is connected to which runner, one row for each connection and runner. A row counts while its replica's lease lives.
CREATE TABLE runs.runner_connections (
    connection_id text        NOT NULL,
    runner_id     text        NOT NULL,
    incarnation   uuid        NOT NULL,
    runner_key    text        NOT NULL,
    workspaces    text[]      NOT NULL,
    manifest      jsonb       NOT NULL,
    connected_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (connection_id, runner_id)
);

CREATE INDEX runner_connections_incarnation ON runs.runner_connections (incarnation);

-- The grant of a run that may be tried again: frozen by its first attempt, read by the later ones.
CREATE TABLE runs.grants (
    workspace_id text        NOT NULL,
    run_id       uuid        NOT NULL,
    frozen       jsonb       NOT NULL,
    frozen_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (workspace_id, run_id)
);

CREATE INDEX grants_age ON runs.grants (frozen_at);
