-- The name of a function contains its version, and a released function never changes: a replica calls the functions of its own build
-- (docs/adr/0031). The next change is a new migration that creates the next version.
-- p_pools in every function: a JSON array of the slots that the caller has reserved, the narrowest pool first; each
-- {"slots": 5, "runners": ["plugin:a/b/c"], "workspaces": ["w"] or ["*"]}.

-- Returns the index, from 0, of the first pool that has a free slot for a run of the workspace on the runner and for which no run of
-- that runner is queued; null if there is none. p_slots: the free slots of each pool.
CREATE FUNCTION runs.slot_v1(p_pools jsonb, p_slots integer[], p_workspace text, p_runner text) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    v_pool       jsonb;
    v_workspaces text[];
BEGIN
    FOR i IN 0 .. jsonb_array_length(p_pools) - 1 LOOP
        CONTINUE WHEN p_slots[i + 1] < 1;
        v_pool := p_pools -> i;
        CONTINUE WHEN NOT (v_pool -> 'runners') ? p_runner;
        IF (v_pool -> 'workspaces') ? '*' THEN
            IF NOT EXISTS (SELECT FROM runs.runs r WHERE r.state = 'queued' AND r.runner_id = p_runner) THEN
                RETURN i;
            END IF;
        ELSIF (v_pool -> 'workspaces') ? p_workspace THEN
            v_workspaces := ARRAY(SELECT jsonb_array_elements_text(v_pool -> 'workspaces'));
            IF NOT EXISTS (SELECT FROM runs.runs r WHERE r.state = 'queued' AND r.runner_id = p_runner
                           AND r.workspace_id = ANY (v_workspaces)) THEN
                RETURN i;
            END IF;
        END IF;
    END LOOP;
    RETURN NULL;
END
$$;

-- Admits a batch of resolutions, in their order, in one round trip: no lock is held while a replica computes or is paused. Every
-- function locks turns first, then runs.
-- p_turn_mode of a record: none (takes no turn), serial, interrupt (serial, and the head and the runs that wait before it are
-- cancelled), reject (ended with the given terminal record if another run has the turn or waits for it), ended (stored with the given
-- terminal record, never executed).
-- p_pools: the slots that this replica has reserved (runs.slot_v1). A run is claimed at once if it has the turn, a slot is free for it,
-- and the replica's lease is live. o_pool is the index of the pool of that slot, from 0.
-- p_offset_...: the advances of applied offsets, in the same transaction. If a stored offset is lower than expected, the database was
-- restored from an earlier copy: the function changes nothing and fails (AH003).
CREATE FUNCTION runs.admit_v1(
    p_workspace text[], p_run uuid[], p_key text[], p_offset bigint[],
    p_turn_mode text[], p_runner text[], p_retry text[], p_queue_seconds integer[], p_run_seconds integer[],
    p_resolution bytea[], p_trace text[],
    p_end_attempt integer[], p_end_type text[], p_end_code text[], p_end_sentence text[],
    p_terminal bytea[], p_terminal_headers text[],
    p_owner uuid, p_pools jsonb,
    p_offset_topic text[], p_offset_partition integer[], p_offset_expected bigint[], p_offset_next bigint[])
RETURNS TABLE (o_ordinal integer, o_outcome text, o_attempt integer, o_claimed_at timestamptz, o_deadline_at timestamptz,
               o_previous_turn text, o_pool integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_now        timestamptz := clock_timestamp();
    v_live       boolean := EXISTS (SELECT FROM runs.leases l
                                   WHERE l.incarnation = p_owner AND NOT l.dead AND l.expires_at > v_now);
    v_slots      integer[] := ARRAY(SELECT (p.pool ->> 'slots')::integer
                                     FROM jsonb_array_elements(p_pools) WITH ORDINALITY AS p (pool, ordinal)
                                     ORDER BY p.ordinal); -- free slots of each pool
    v_cancel     timestamptz;
    v_reason     text;
    v_current    uuid;
    v_has_turn   boolean;
    v_inserted   integer;
    v_queued     boolean := false;
    v_cancelled  boolean := false;
    v_moved      integer;
BEGIN
    IF cardinality(p_offset_topic) > 0 THEN
        UPDATE runs.applied_offsets o SET next_offset = greatest(o.next_offset, a.next)
            FROM unnest(p_offset_topic, p_offset_partition, p_offset_expected, p_offset_next) AS a (topic, partition, expected, next)
            WHERE o.topic = a.topic AND o.partition = a.partition AND o.next_offset >= a.expected;
        GET DIAGNOSTICS v_moved = ROW_COUNT;
        IF v_moved < cardinality(p_offset_topic) THEN
            RAISE EXCEPTION USING ERRCODE = 'AH003',
                MESSAGE = 'the applied offsets are lower than they were: the database was restored, and the replica has to be restarted';
        END IF;
    END IF;

    INSERT INTO runs.turns (conversation_key)
        SELECT DISTINCT b.key FROM unnest(p_key, p_turn_mode) AS b (key, turn_mode)
        WHERE b.turn_mode NOT IN ('none', 'ended') ORDER BY b.key
        ON CONFLICT DO NOTHING;
    PERFORM FROM runs.turns t
        WHERE t.conversation_key IN (SELECT b.key FROM unnest(p_key, p_turn_mode) AS b (key, turn_mode)
                                     WHERE b.turn_mode NOT IN ('none', 'ended'))
        ORDER BY t.conversation_key FOR UPDATE;

    FOR i IN 1 .. coalesce(array_length(p_run, 1), 0) LOOP
        o_ordinal := i;
        o_attempt := 0;
        o_claimed_at := NULL;
        o_deadline_at := NULL;
        o_previous_turn := NULL;
        o_pool := NULL;
        v_has_turn := false;
        IF EXISTS (SELECT FROM runs.runs r WHERE r.workspace_id = p_workspace[i] AND r.run_id = p_run[i]) THEN
            o_outcome := 'repeated';
            RETURN NEXT;
            CONTINUE;
        END IF;
        v_cancel := NULL;
        UPDATE runs.cancellations c SET applied = true
            WHERE c.workspace_id = p_workspace[i] AND c.run_id = p_run[i]
            RETURNING c.requested_at, c.reason INTO v_cancel, v_reason;

        o_outcome := 'queued';
        IF p_turn_mode[i] = 'ended' THEN
            o_outcome := 'ended';
        ELSIF p_turn_mode[i] <> 'none' THEN
            SELECT t.current_run_id, t.last_terminal INTO v_current, o_previous_turn
                FROM runs.turns t WHERE t.conversation_key = p_key[i];
            IF v_current IS NULL THEN
                INSERT INTO runs.turns (conversation_key, current_run_id, updated_at) VALUES (p_key[i], p_run[i], v_now)
                    ON CONFLICT (conversation_key) DO UPDATE SET current_run_id = excluded.current_run_id, updated_at = excluded.updated_at;
                v_has_turn := true;
            ELSIF p_turn_mode[i] = 'reject' AND (
                -- A current run that has ended but whose turn is not released yet is not busy: the new run waits.
                EXISTS (SELECT FROM runs.runs r WHERE r.workspace_id = p_workspace[i] AND r.run_id = v_current
                        AND r.state <> 'ended')
                OR EXISTS (SELECT FROM runs.runs r WHERE r.conversation_key = p_key[i] AND r.state = 'waiting')) THEN
                o_outcome := 'ended';
            ELSE
                o_outcome := 'waiting';
                IF p_turn_mode[i] = 'interrupt' THEN
                    UPDATE runs.runs r SET cancel_requested_at = v_now, cancel_reason = 'interrupted'
                        WHERE r.workspace_id = p_workspace[i] AND r.run_id = v_current
                          AND r.state <> 'ended' AND r.cancel_requested_at IS NULL;
                    UPDATE runs.runs r SET cancel_requested_at = v_now, cancel_reason = 'interrupted'
                        WHERE r.conversation_key = p_key[i] AND r.state = 'waiting'
                          AND r.request_offset < p_offset[i] AND r.cancel_requested_at IS NULL;
                    v_cancelled := true;
                END IF;
            END IF;
        END IF;

        IF o_outcome = 'queued' AND v_live AND v_cancel IS NULL THEN
            o_pool := runs.slot_v1(p_pools, v_slots, p_workspace[i], p_runner[i]);
        END IF;
        IF o_pool IS NOT NULL THEN
            v_slots[o_pool + 1] := v_slots[o_pool + 1] - 1;
            o_outcome := 'claimed';
            o_attempt := 1;
            o_claimed_at := clock_timestamp();
            o_deadline_at := o_claimed_at + make_interval(secs => p_run_seconds[i]);
        END IF;
        IF o_outcome = 'ended' THEN
            o_attempt := p_end_attempt[i];
        END IF;

        INSERT INTO runs.runs (workspace_id, run_id, conversation_key, request_offset, state,
                serialized, attempt, owner, runner_id, retry, queue_seconds, run_seconds, resolution, trace_id,
                previous_turn, admitted_at, queue_deadline, claimed_at, deadline_at, cancel_requested_at, cancel_reason,
                ended_at, outcome_type, outcome_code, outcome_sentence, terminal, terminal_headers, publish_after)
            VALUES (p_workspace[i], p_run[i], p_key[i], p_offset[i],
                CASE o_outcome WHEN 'claimed' THEN 'running' ELSE o_outcome END,
                p_turn_mode[i] NOT IN ('none', 'ended') AND o_outcome <> 'ended', o_attempt,
                CASE WHEN o_outcome = 'claimed' THEN p_owner END, p_runner[i], p_retry[i], p_queue_seconds[i],
                p_run_seconds[i], p_resolution[i], p_trace[i], o_previous_turn, v_now,
                CASE WHEN o_outcome IN ('queued', 'claimed') THEN v_now + make_interval(secs => p_queue_seconds[i]) END,
                o_claimed_at, o_deadline_at, v_cancel, CASE WHEN v_cancel IS NOT NULL THEN v_reason END,
                CASE WHEN o_outcome = 'ended' THEN v_now END,
                CASE WHEN o_outcome = 'ended' THEN p_end_type[i] END,
                CASE WHEN o_outcome = 'ended' THEN p_end_code[i] END,
                CASE WHEN o_outcome = 'ended' THEN p_end_sentence[i] END,
                CASE WHEN o_outcome = 'ended' THEN p_terminal[i] END,
                CASE WHEN o_outcome = 'ended' THEN p_terminal_headers[i] END,
                CASE WHEN o_outcome = 'ended' THEN v_now + interval '2 seconds' END)
            ON CONFLICT DO NOTHING;
        GET DIAGNOSTICS v_inserted = ROW_COUNT;
        IF v_inserted = 0 THEN
            -- Another replica admitted the run since the check above, under another turn or none.
            IF v_has_turn THEN
                UPDATE runs.turns t SET current_run_id = NULL WHERE t.conversation_key = p_key[i];
            END IF;
            IF o_outcome = 'claimed' THEN
                v_slots[o_pool + 1] := v_slots[o_pool + 1] + 1;
            END IF;
            o_outcome := 'repeated';
        END IF;
        v_queued := v_queued OR o_outcome = 'queued';
        v_cancelled := v_cancelled OR v_cancel IS NOT NULL;
        RETURN NEXT;
    END LOOP;

    IF v_queued THEN
        PERFORM pg_notify('runs_queued', '');
    END IF;
    IF v_cancelled THEN
        PERFORM pg_notify('runs_cancelled', '');
    END IF;
END
$$;
