-- Messages that waiting runs brought and that an attempt of an active run has taken in: what ends each of them, complete,
-- if that attempt ends the run itself. Until then the run that brought it waits.
CREATE TABLE runs.steering (
    workspace_id     text        NOT NULL,
    run_id           uuid        NOT NULL,
    into_run_id      uuid        NOT NULL,
    into_attempt     integer     NOT NULL,
    operation        text        NOT NULL,
    outcome_sentence text        NOT NULL,
    terminal         bytea       NOT NULL,
    terminal_headers text        NOT NULL,
    taken_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (workspace_id, run_id)
);

COMMENT ON COLUMN runs.steering.operation IS 'the call that took it: its repetition gets the same';

CREATE INDEX steering_into ON runs.steering (workspace_id, into_run_id);
CREATE INDEX steering_age ON runs.steering (taken_at);

-- How often a run that is tried again lost its host or its runner, and when it ends however often that is.
ALTER TABLE runs.runs ADD COLUMN losses integer NOT NULL DEFAULT 0;
ALTER TABLE runs.runs ADD COLUMN ends_by timestamptz;
