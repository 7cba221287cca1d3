-- Runs of events that were erased, until what is stored of them is erased here as well: once the run has ended, or an hour after the
-- erasure of an event without a run.
CREATE TABLE runs.erased_runs (
    workspace_id text        NOT NULL,
    run_id       uuid        NOT NULL,
    event_id     uuid        NOT NULL,
    answers      boolean     NOT NULL,
    erased_at    timestamptz NOT NULL,
    due_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (workspace_id, run_id)
);

COMMENT ON COLUMN runs.erased_runs.answers IS 'true if what the run did is erased as well; else the event alone';

CREATE INDEX erased_runs_due ON runs.erased_runs (due_at);
CREATE INDEX erased_runs_age ON runs.erased_runs (erased_at);

-- The last erased event that was read from context-store: one row, or none.
CREATE TABLE runs.erasure_cursor (
    one          boolean     PRIMARY KEY DEFAULT true CHECK (one),
    workspace_id text        NOT NULL,
    event_id     uuid        NOT NULL,
    erased_at    timestamptz NOT NULL
);

-- The rows of a run.
ALTER TABLE runs.host_events ADD COLUMN parent_run_id uuid
    GENERATED ALWAYS AS ((event::jsonb #>> '{parent,run_id}')::uuid) STORED;
CREATE INDEX host_events_parent ON runs.host_events (workspace_id, parent_run_id);
CREATE INDEX graph_views_run ON runs.graph_views (workspace_id, run_id);
CREATE INDEX graph_views_latest_run ON runs.graph_views (workspace_id, latest_run_id);
CREATE INDEX interactions_event ON runs.interactions (workspace_id, event_id);
