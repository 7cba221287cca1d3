-- The latest view of each graph of actions that runs have published, for readers who did not see it come.
CREATE TABLE runs.graph_views (
    workspace_id     text        NOT NULL,
    conversation_key text        NOT NULL,
    graph_run_id     text        NOT NULL,
    run_id           uuid        NOT NULL,
    event_id         uuid        NOT NULL,
    projection       text        NOT NULL,
    started_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (workspace_id, conversation_key, graph_run_id)
);

COMMENT ON COLUMN runs.graph_views.graph_run_id IS 'id of the run of the graph, as the runner names it';
COMMENT ON COLUMN runs.graph_views.run_id IS 'the run of the host that has published the view first; event_id is the event of that run';

CREATE INDEX graph_views_age ON runs.graph_views (updated_at);
