-- The icons of plugins, each picture once however many connections show it. One that no connection shows goes after an hour.
CREATE TABLE runs.runner_icons (
    sha256    text        PRIMARY KEY,
    mime_type text        NOT NULL,
    bytes     bytea       NOT NULL,
    seen_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Which of them a connection's plugin shows.
ALTER TABLE runs.runner_connections ADD COLUMN icon text;
