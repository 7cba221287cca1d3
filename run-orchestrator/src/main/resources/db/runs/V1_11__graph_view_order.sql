-- The attempt that has published the view last, and the place of the view in it: an older view never replaces a newer one. A view whose
-- run was cancelled after it had ended as waiting is shown as cancelled.
ALTER TABLE runs.graph_views ADD COLUMN latest_run_id uuid;
ALTER TABLE runs.graph_views ADD COLUMN origin_run_id uuid;
ALTER TABLE runs.graph_views ADD COLUMN claimed_at timestamptz NOT NULL DEFAULT '-infinity';
ALTER TABLE runs.graph_views ADD COLUMN ordinal bigint NOT NULL DEFAULT 0;
ALTER TABLE runs.graph_views ADD COLUMN cancelled_at timestamptz;

UPDATE runs.graph_views SET latest_run_id = run_id, origin_run_id = run_id;

COMMENT ON COLUMN runs.graph_views.latest_run_id IS 'the run of the host that has published the view last';
COMMENT ON COLUMN runs.graph_views.origin_run_id IS 'the first run of the chain of continuations that latest_run_id belongs to';
COMMENT ON COLUMN runs.graph_views.claimed_at IS 'claim of the attempt of latest_run_id; ordinal is the number of the result in that attempt';
COMMENT ON COLUMN runs.graph_views.cancelled_at IS 'set when latest_run_id was cancelled while the graph waited; a later view clears it';
