-- What people see of a connection: how many runs it takes at once, and how many more of these it would take now.
ALTER TABLE runs.runner_connections
    ADD COLUMN room integer NOT NULL DEFAULT 0,
    ADD COLUMN free integer NOT NULL DEFAULT 0;

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
