-- Marks terminal records as published and releases their turns: the next waiting run of the conversation becomes its current run, and is
-- claimed at once if this replica has a free slot (as in runs.admit_v1). Waiting runs with a requested cancellation are skipped.
-- Returns the claimed runs, and the ids of the runs that ended as steered.
CREATE FUNCTION runs.mark_v1(
    p_workspace text[], p_run uuid[], p_position text[], p_owner uuid, p_pools jsonb)
RETURNS TABLE (o_outcome text, o_workspace_id text, o_run_id uuid, o_attempt integer, o_claimed_at timestamptz,
               o_deadline_at timestamptz, o_previous_turn text, o_trace_id text, o_resolution bytea, o_pool integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_now    timestamptz := clock_timestamp();
    v_live   boolean := EXISTS (SELECT FROM runs.leases l
                                  WHERE l.incarnation = p_owner AND NOT l.dead AND l.expires_at > v_now);
    v_slots  integer[] := ARRAY(SELECT (p.pool ->> 'slots')::integer
                                    FROM jsonb_array_elements(p_pools) WITH ORDINALITY AS p (pool, ordinal)
                                    ORDER BY p.ordinal); -- free slots of each pool
    v_ended  runs.runs%ROWTYPE;
    v_next   runs.runs%ROWTYPE;
    v_current uuid;
    v_last   text;
    v_queued boolean := false;
BEGIN
    PERFORM FROM runs.turns t
        WHERE t.conversation_key IN (SELECT r.conversation_key FROM unnest(p_workspace, p_run) AS m (workspace, run)
                                     JOIN runs.runs r ON r.workspace_id = m.workspace AND r.run_id = m.run
                                     WHERE r.serialized)
        ORDER BY t.conversation_key FOR UPDATE;

    FOR i IN 1 .. coalesce(array_length(p_run, 1), 0) LOOP
        UPDATE runs.runs r SET publish_after = NULL
            WHERE r.workspace_id = p_workspace[i] AND r.run_id = p_run[i]
              AND r.state = 'ended' AND r.publish_after IS NOT NULL
            RETURNING r.* INTO v_ended;
        CONTINUE WHEN NOT FOUND OR NOT v_ended.serialized;

        SELECT t.current_run_id, t.last_terminal INTO v_current, v_last
            FROM runs.turns t WHERE t.conversation_key = v_ended.conversation_key;
        IF v_last IS NULL OR split_part(v_last, '@', 2)::bigint < split_part(p_position[i], '@', 2)::bigint THEN
            v_last := p_position[i];
        END IF;
        IF v_current IS DISTINCT FROM p_run[i] THEN
            -- The run ended while it waited: another run has the turn.
            UPDATE runs.turns t SET last_terminal = v_last, updated_at = v_now
                WHERE t.conversation_key = v_ended.conversation_key;
            CONTINUE;
        END IF;

        SELECT r.* INTO v_next FROM runs.runs r
            WHERE r.conversation_key = v_ended.conversation_key AND r.state = 'waiting' AND r.cancel_requested_at IS NULL
            ORDER BY r.request_offset LIMIT 1 FOR UPDATE;
        IF v_next.run_id IS NOT NULL AND EXISTS (SELECT FROM runs.steering s
                WHERE s.workspace_id = v_ended.workspace_id AND s.into_run_id = v_ended.run_id) THEN
            -- Messages that were delivered to the attempt that ended the run end with it. Messages of an earlier attempt, or of one
            -- that lost its host or runner, keep waiting and become runs of their own.
            RETURN QUERY UPDATE runs.runs r SET state = 'ended', ended_at = v_now, outcome_type = 'run.unanswered',
                    outcome_code = 'steered', outcome_sentence = s.outcome_sentence, terminal = s.terminal,
                    terminal_headers = s.terminal_headers, publish_after = v_now
                FROM runs.steering s
                WHERE s.workspace_id = v_ended.workspace_id AND s.into_run_id = v_ended.run_id
                  AND s.into_attempt = v_ended.attempt
                  AND coalesce(v_ended.outcome_code, '') NOT IN ('host.lost', 'runner.lost')
                  AND r.workspace_id = s.workspace_id AND r.run_id = s.run_id AND r.state = 'waiting'
                RETURNING 'steered'::text, r.workspace_id, r.run_id, NULL::integer, NULL::timestamptz, NULL::timestamptz,
                    NULL::text, NULL::text, NULL::bytea, NULL::integer;
            DELETE FROM runs.steering s
                WHERE s.workspace_id = v_ended.workspace_id AND s.into_run_id = v_ended.run_id;
            SELECT r.* INTO v_next FROM runs.runs r
                WHERE r.conversation_key = v_ended.conversation_key AND r.state = 'waiting' AND r.cancel_requested_at IS NULL
                ORDER BY r.request_offset LIMIT 1 FOR UPDATE;
        END IF;
        UPDATE runs.turns t SET current_run_id = v_next.run_id, last_terminal = v_last, updated_at = v_now
            WHERE t.conversation_key = v_ended.conversation_key;
        CONTINUE WHEN v_next.run_id IS NULL;

        o_pool := NULL;
        IF v_live THEN
            o_pool := runs.slot_v1(p_pools, v_slots, v_next.workspace_id, v_next.runner_id);
        END IF;
        IF o_pool IS NOT NULL THEN
            v_slots[o_pool + 1] := v_slots[o_pool + 1] - 1;
            v_next.state := 'running';
            v_next.attempt := v_next.attempt + 1;
            v_next.owner := p_owner;
            v_next.claimed_at := clock_timestamp();
            v_next.deadline_at := v_next.claimed_at + make_interval(secs => v_next.run_seconds);
        ELSE
            v_next.state := 'queued';
            v_queued := true;
        END IF;
        UPDATE runs.runs r SET state = v_next.state, attempt = v_next.attempt, owner = v_next.owner,
                claimed_at = v_next.claimed_at, deadline_at = v_next.deadline_at, previous_turn = v_last,
                queue_deadline = v_now + make_interval(secs => v_next.queue_seconds)
            WHERE r.workspace_id = v_next.workspace_id AND r.run_id = v_next.run_id;
        IF v_next.state = 'running' THEN
            o_outcome := 'claimed';
            o_workspace_id := v_next.workspace_id;
            o_run_id := v_next.run_id;
            o_attempt := v_next.attempt;
            o_claimed_at := v_next.claimed_at;
            o_deadline_at := v_next.deadline_at;
            o_previous_turn := v_last;
            o_trace_id := v_next.trace_id;
            o_resolution := v_next.resolution;
            RETURN NEXT;
        END IF;
    END LOOP;

    IF v_queued THEN
        PERFORM pg_notify('runs_queued', '');
    END IF;
END
$$;
