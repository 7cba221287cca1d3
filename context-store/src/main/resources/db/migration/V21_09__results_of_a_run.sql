-- A runner may ask for what its runs have said, run by run. Deltas are never stored, so this is a few entries a run. Where it is there
-- already, as in any database that a build before has migrated, nobody's writes wait for a lock.
do $$
begin
    if to_regclass('context.event_log_results') is null then
        create index event_log_results on context.event_log (run_id, attempt, sequence) where kind = 'result';
    end if;
end
$$;
