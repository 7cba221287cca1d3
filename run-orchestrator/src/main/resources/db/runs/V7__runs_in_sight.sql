-- People list the runs of a workspace, newest first, and see what they charged.
CREATE INDEX runs_workspace ON runs.runs (workspace_id, admitted_at, run_id);
ALTER TABLE runs.runs ADD COLUMN usage text;
