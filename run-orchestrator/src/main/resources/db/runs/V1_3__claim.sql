-- Claims queued runs for the slots of each pool. The longest queued runs of each workspace are claimed first. Workspaces that wait for
-- one pool share it by weighted fair queueing: the n-th run of a workspace starts at its debt plus (n - 1) over its weight, and the
-- earliest starts are claimed. Each element of p_pools also has "debts" (by workspace, absent: 0); p_weights has the weights (by
-- workspace, absent: 1). Rows that another replica has locked are skipped, and their share goes to the runs that are queued longest.
CREATE FUNCTION runs.claim_v1(p_owner uuid, p_pools jsonb, p_weights jsonb)
RETURNS TABLE (o_pool integer, o_workspace_id text, o_run_id uuid, o_attempt integer, o_claimed_at timestamptz, o_deadline_at timestamptz,
               o_previous_turn text, o_trace_id text, o_losses integer, o_resolution bytea)
LANGUAGE plpgsql AS $$
DECLARE
    v_now        timestamptz := clock_timestamp();
    v_pool       jsonb;
    v_slots      integer;
    v_claimed    integer;
    v_runners    text[];
    v_workspaces text[];
BEGIN
    IF NOT EXISTS (SELECT FROM runs.leases l WHERE l.incarnation = p_owner AND NOT l.dead AND l.expires_at > v_now) THEN
        RETURN;
    END IF;
    FOR i IN 0 .. jsonb_array_length(p_pools) - 1 LOOP
        v_pool := p_pools -> i;
        v_slots := (v_pool ->> 'slots')::integer;
        v_runners := ARRAY(SELECT jsonb_array_elements_text(v_pool -> 'runners'));
        IF (v_pool -> 'workspaces') ? '*' THEN
            -- The workspaces with queued runs, by one index lookup each.
            v_workspaces := ARRAY(
                SELECT DISTINCT found.workspace_id FROM unnest(v_runners) AS runner (id) CROSS JOIN LATERAL (
                    WITH RECURSIVE queued AS (
                        (SELECT r.workspace_id FROM runs.runs r WHERE r.state = 'queued' AND r.runner_id = runner.id
                         ORDER BY r.workspace_id LIMIT 1)
                        UNION ALL
                        SELECT (SELECT r.workspace_id FROM runs.runs r
                                WHERE r.state = 'queued' AND r.runner_id = runner.id AND r.workspace_id > q.workspace_id
                                ORDER BY r.workspace_id LIMIT 1)
                        FROM queued q WHERE q.workspace_id IS NOT NULL)
                    SELECT q.workspace_id FROM queued q WHERE q.workspace_id IS NOT NULL) found);
        ELSE
            v_workspaces := ARRAY(
                SELECT w.id FROM jsonb_array_elements_text(v_pool -> 'workspaces') AS w (id)
                WHERE EXISTS (SELECT FROM runs.runs r WHERE r.state = 'queued' AND r.runner_id = ANY (v_runners)
                              AND r.workspace_id = w.id));
        END IF;
        CONTINUE WHEN cardinality(v_workspaces) = 0;

        RETURN QUERY
            WITH waiting AS (
                SELECT q.workspace_id, q.admission,
                    coalesce((v_pool -> 'debts' ->> q.workspace_id)::float8, 0)
                        + (row_number() OVER (PARTITION BY q.workspace_id ORDER BY q.admission) - 1)
                        / coalesce((p_weights ->> q.workspace_id)::float8, 1) AS start
                FROM unnest(v_workspaces) AS w (id) CROSS JOIN LATERAL (
                    SELECT r.workspace_id, r.admission FROM runs.runs r
                    WHERE r.state = 'queued' AND r.runner_id = ANY (v_runners) AND r.workspace_id = w.id
                        AND r.cancel_requested_at IS NULL
                        AND (r.not_before IS NULL OR r.not_before <= v_now) AND (r.ends_by IS NULL OR r.ends_by > v_now)
                    ORDER BY r.admission LIMIT v_slots) q),
            shares AS (
                SELECT first.workspace_id, count(*) AS runs
                FROM (SELECT s.workspace_id FROM waiting s ORDER BY s.start, s.admission LIMIT v_slots) first
                GROUP BY first.workspace_id),
            picked AS (
                SELECT q.workspace_id, q.run_id FROM shares s CROSS JOIN LATERAL (
                    SELECT r.workspace_id, r.run_id FROM runs.runs r
                    WHERE r.state = 'queued' AND r.runner_id = ANY (v_runners) AND r.workspace_id = s.workspace_id
                        AND r.cancel_requested_at IS NULL
                        AND (r.not_before IS NULL OR r.not_before <= v_now) AND (r.ends_by IS NULL OR r.ends_by > v_now)
                    ORDER BY r.admission LIMIT s.runs FOR UPDATE SKIP LOCKED) q)
            UPDATE runs.runs r SET state = 'running', attempt = r.attempt + 1, owner = p_owner, claimed_at = clock_timestamp(),
                deadline_at = coalesce(r.ends_by, clock_timestamp() + make_interval(secs => r.run_seconds))
            FROM picked p WHERE r.workspace_id = p.workspace_id AND r.run_id = p.run_id
            RETURNING i, r.workspace_id, r.run_id, r.attempt, r.claimed_at, r.deadline_at, r.previous_turn, r.trace_id, r.losses,
                r.resolution;
        GET DIAGNOSTICS v_claimed = ROW_COUNT;
        CONTINUE WHEN v_claimed >= v_slots;

        RETURN QUERY
            WITH picked AS (
                SELECT r.workspace_id, r.run_id FROM runs.runs r
                WHERE r.state = 'queued' AND r.runner_id = ANY (v_runners) AND r.workspace_id = ANY (v_workspaces)
                    AND r.cancel_requested_at IS NULL
                    AND (r.not_before IS NULL OR r.not_before <= v_now) AND (r.ends_by IS NULL OR r.ends_by > v_now)
                ORDER BY r.admission LIMIT v_slots - v_claimed FOR UPDATE SKIP LOCKED)
            UPDATE runs.runs r SET state = 'running', attempt = r.attempt + 1, owner = p_owner, claimed_at = clock_timestamp(),
                deadline_at = coalesce(r.ends_by, clock_timestamp() + make_interval(secs => r.run_seconds))
            FROM picked p WHERE r.workspace_id = p.workspace_id AND r.run_id = p.run_id
            RETURNING i, r.workspace_id, r.run_id, r.attempt, r.claimed_at, r.deadline_at, r.previous_turn, r.trace_id, r.losses,
                r.resolution;
    END LOOP;
END
$$;
