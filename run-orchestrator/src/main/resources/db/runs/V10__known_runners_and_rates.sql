-- Of the SDK that the plugin of a connection is made with.
ALTER TABLE runs.runner_connections ADD COLUMN generation text NOT NULL DEFAULT 'later';

-- What is known of runners, connected or not, and how much of it was told on agent.runners. A runner that nobody has seen for 35 days
-- is told to be forgotten, and its row goes.
CREATE TABLE runs.known_runners (
    runner_id  text        COLLATE "C" NOT NULL PRIMARY KEY,
    document   text        NOT NULL,
    sha256     text        NOT NULL,
    revision   bigint      NOT NULL DEFAULT 1,
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    seen_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    told       bigint      NOT NULL DEFAULT 0,
    told_at    timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- What workspaces may do, shared by all replicas: one bucket for each of them and kind. A row that is gone is a full bucket.
CREATE TABLE runs.rates (
    workspace_id text             NOT NULL,
    kind         text             NOT NULL,
    tokens       double precision NOT NULL,
    filled_at    timestamptz      NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (workspace_id, kind)
);
