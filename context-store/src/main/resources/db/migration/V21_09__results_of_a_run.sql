-- A runner may ask for what its runs have said, run by run. Deltas are never stored, so this is a few entries a run.
create index if not exists event_log_results on event_log (run_id, attempt, sequence) where kind = 'result';
