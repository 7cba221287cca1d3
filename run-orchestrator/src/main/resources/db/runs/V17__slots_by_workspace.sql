-- Room by workspace and runner. p_pools, everywhere: a JSON array of the slots that the caller has set aside, the narrowest pool first; each
-- {"slots": 5, "runners": ["plugin:a/b/c"], "workspaces": ["w"] or ["*"]}.

CREATE INDEX runs_queued_by_workspace ON runs.runs (runner_id, workspace_id, admission) WHERE state = 'queued';

-- The number of slots of each pool.
CREATE FUNCTION runs.slots_v1(p_pools jsonb) RETURNS integer[] LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(array_agg((p.pool ->> 'slots')::integer ORDER BY p.ordinal), '{}')
    FROM jsonb_array_elements(p_pools) WITH ORDINALITY AS p (pool, ordinal)
$$;

-- The index of the first pool, from 0, that has a slot left for a run of the workspace on the runner, and for which nothing of that runner is
-- queued; null where there is none. p_slots: what is left of each pool.
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

-- Admits a batch of resolutions, in their order, in one round trip: no lock is ever held while a replica thinks (or is
-- paused). Locks are taken turns first, then runs, in every function.
--
-- p_standing of a record: none (takes no turn), serial, interrupt (serial, and the head and what waits before it are
-- cancelled), reject (ended with the given terminal record while somebody has the turn or waits for it), ended (the
-- terminal record is given, nothing will run).
-- p_pools: where this replica has room (runs.slot_v1). A run is claimed at once when its turn has come, a slot is free for it, and the
-- replica's lease is live. o_pool is the index of the pool whose slot it took, from 0.
CREATE FUNCTION runs.admit_v2(
    p_workspace text[], p_run uuid[], p_key text[], p_partition integer[], p_offset bigint[],
    p_standing text[], p_runner text[], p_retry text[], p_queue_seconds integer[], p_run_seconds integer[],
    p_resolution bytea[], p_trace text[],
    p_end_attempt integer[], p_end_type text[], p_end_code text[], p_end_sentence text[],
    p_terminal bytea[], p_terminal_headers text[],
    p_owner uuid, p_pools jsonb)
RETURNS TABLE (o_ordinal integer, o_fate text, o_attempt integer, o_claimed_at timestamptz, o_deadline_at timestamptz,
               o_previous_turn text, o_pool integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_now       timestamptz := clock_timestamp();
    v_live      boolean := EXISTS (SELECT FROM runs.leases l
                                   WHERE l.incarnation = p_owner AND NOT l.dead AND l.expires_at > v_now);
    v_slots     integer[] := runs.slots_v1(p_pools);
    v_cancel    timestamptz;
    v_reason    text;
    v_head      uuid;
    v_took      boolean;
    v_inserted  integer;
    v_queued    boolean := false;
    v_cancelled boolean := false;
BEGIN
    INSERT INTO runs.turns (conversation_key)
        SELECT DISTINCT b.key FROM unnest(p_key, p_standing) AS b (key, standing)
        WHERE b.standing NOT IN ('none', 'ended') ORDER BY b.key
        ON CONFLICT DO NOTHING;
    PERFORM FROM runs.turns t
        WHERE t.conversation_key IN (SELECT b.key FROM unnest(p_key, p_standing) AS b (key, standing)
                                     WHERE b.standing NOT IN ('none', 'ended'))
        ORDER BY t.conversation_key FOR UPDATE;

    FOR i IN 1 .. coalesce(array_length(p_run, 1), 0) LOOP
        o_ordinal := i;
        o_attempt := 0;
        o_claimed_at := NULL;
        o_deadline_at := NULL;
        o_previous_turn := NULL;
        o_pool := NULL;
        v_took := false;
        IF EXISTS (SELECT FROM runs.runs r WHERE r.workspace_id = p_workspace[i] AND r.run_id = p_run[i]) THEN
            o_fate := 'repeated';
            RETURN NEXT;
            CONTINUE;
        END IF;
        v_cancel := NULL;
        UPDATE runs.cancellations c SET noted = true
            WHERE c.workspace_id = p_workspace[i] AND c.run_id = p_run[i]
            RETURNING c.requested_at, c.reason INTO v_cancel, v_reason;

        o_fate := 'queued';
        IF p_standing[i] = 'ended' THEN
            o_fate := 'ended';
        ELSIF p_standing[i] <> 'none' THEN
            SELECT t.head, t.last_terminal INTO v_head, o_previous_turn
                FROM runs.turns t WHERE t.conversation_key = p_key[i];
            IF v_head IS NULL THEN
                INSERT INTO runs.turns (conversation_key, head_workspace, head, updated_at)
                    VALUES (p_key[i], p_workspace[i], p_run[i], v_now)
                    ON CONFLICT (conversation_key) DO UPDATE SET head_workspace = excluded.head_workspace,
                        head = excluded.head, updated_at = excluded.updated_at;
                v_took := true;
            ELSIF p_standing[i] = 'reject' AND (
                -- A head that has ended, and whose turn is only not released yet, is not busy: the new one waits a moment.
                EXISTS (SELECT FROM runs.runs r WHERE r.workspace_id = p_workspace[i] AND r.run_id = v_head
                        AND r.state <> 'ended')
                OR EXISTS (SELECT FROM runs.runs r WHERE r.conversation_key = p_key[i] AND r.state = 'waiting')) THEN
                o_fate := 'ended';
            ELSE
                o_fate := 'waiting';
                IF p_standing[i] = 'interrupt' THEN
                    UPDATE runs.runs r SET cancel_requested_at = v_now, cancel_reason = 'interrupted'
                        WHERE r.workspace_id = p_workspace[i] AND r.run_id = v_head
                          AND r.state <> 'ended' AND r.cancel_requested_at IS NULL;
                    UPDATE runs.runs r SET cancel_requested_at = v_now, cancel_reason = 'interrupted'
                        WHERE r.conversation_key = p_key[i] AND r.state = 'waiting'
                          AND r.request_offset < p_offset[i] AND r.cancel_requested_at IS NULL;
                    v_cancelled := true;
                END IF;
            END IF;
        END IF;

        IF o_fate = 'queued' AND v_live AND v_cancel IS NULL THEN
            o_pool := runs.slot_v1(p_pools, v_slots, p_workspace[i], p_runner[i]);
        END IF;
        IF o_pool IS NOT NULL THEN
            v_slots[o_pool + 1] := v_slots[o_pool + 1] - 1;
            o_fate := 'claimed';
            o_attempt := 1;
            o_claimed_at := clock_timestamp();
            o_deadline_at := o_claimed_at + make_interval(secs => p_run_seconds[i]);
        END IF;
        IF o_fate = 'ended' THEN
            o_attempt := p_end_attempt[i];
        END IF;

        INSERT INTO runs.runs (workspace_id, run_id, conversation_key, request_partition, request_offset, state,
                takes_turn, attempt, owner, runner_id, retry, queue_seconds, run_seconds, resolution, trace_id,
                previous_turn, admitted_at, queue_deadline, claimed_at, deadline_at, cancel_requested_at, cancel_reason,
                ended_at, outcome_type, outcome_code, outcome_sentence, terminal, terminal_headers, publish_after)
            VALUES (p_workspace[i], p_run[i], p_key[i], p_partition[i], p_offset[i],
                CASE o_fate WHEN 'claimed' THEN 'running' ELSE o_fate END,
                p_standing[i] NOT IN ('none', 'ended') AND o_fate <> 'ended', o_attempt,
                CASE WHEN o_fate = 'claimed' THEN p_owner END, p_runner[i], p_retry[i], p_queue_seconds[i],
                p_run_seconds[i], p_resolution[i], p_trace[i], o_previous_turn, v_now,
                CASE WHEN o_fate IN ('queued', 'claimed') THEN v_now + make_interval(secs => p_queue_seconds[i]) END,
                o_claimed_at, o_deadline_at, v_cancel, CASE WHEN v_cancel IS NOT NULL THEN v_reason END,
                CASE WHEN o_fate = 'ended' THEN v_now END,
                CASE WHEN o_fate = 'ended' THEN p_end_type[i] END,
                CASE WHEN o_fate = 'ended' THEN p_end_code[i] END,
                CASE WHEN o_fate = 'ended' THEN p_end_sentence[i] END,
                CASE WHEN o_fate = 'ended' THEN p_terminal[i] END,
                CASE WHEN o_fate = 'ended' THEN p_terminal_headers[i] END,
                CASE WHEN o_fate = 'ended' THEN v_now + interval '2 seconds' END)
            ON CONFLICT DO NOTHING;
        GET DIAGNOSTICS v_inserted = ROW_COUNT;
        IF v_inserted = 0 THEN
            -- Admitted by somebody else since we looked, under another turn or none.
            IF v_took THEN
                UPDATE runs.turns t SET head_workspace = NULL, head = NULL WHERE t.conversation_key = p_key[i];
            END IF;
            IF o_fate = 'claimed' THEN
                v_slots[o_pool + 1] := v_slots[o_pool + 1] + 1;
            END IF;
            o_fate := 'repeated';
        END IF;
        v_queued := v_queued OR o_fate = 'queued';
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

-- Marks terminal records as published and releases their turns: the next waiting run of the conversation becomes the
-- head, and is claimed at once where this replica has room (as in runs.admit_v2). Those that somebody wants to end are ended
-- where they wait. Answers the runs so claimed, and those that ended as steered, of which only the names are said.
CREATE FUNCTION runs.mark_v2(
    p_workspace text[], p_run uuid[], p_position text[], p_owner uuid, p_pools jsonb)
RETURNS TABLE (o_fate text, o_workspace_id text, o_run_id uuid, o_attempt integer, o_claimed_at timestamptz,
               o_deadline_at timestamptz, o_previous_turn text, o_trace_id text, o_resolution bytea, o_pool integer)
LANGUAGE plpgsql AS $$
DECLARE
    v_now      timestamptz := clock_timestamp();
    v_live     boolean := EXISTS (SELECT FROM runs.leases l
                                  WHERE l.incarnation = p_owner AND NOT l.dead AND l.expires_at > v_now);
    v_slots    integer[] := runs.slots_v1(p_pools);
    v_ended    runs.runs%ROWTYPE;
    v_next     runs.runs%ROWTYPE;
    v_head     uuid;
    v_last     text;
    v_queued   boolean := false;
BEGIN
    PERFORM FROM runs.turns t
        WHERE t.conversation_key IN (SELECT r.conversation_key FROM unnest(p_workspace, p_run) AS m (workspace, run)
                                     JOIN runs.runs r ON r.workspace_id = m.workspace AND r.run_id = m.run
                                     WHERE r.takes_turn)
        ORDER BY t.conversation_key FOR UPDATE;

    FOR i IN 1 .. coalesce(array_length(p_run, 1), 0) LOOP
        UPDATE runs.runs r SET publish_after = NULL, terminal_position = p_position[i]
            WHERE r.workspace_id = p_workspace[i] AND r.run_id = p_run[i]
              AND r.state = 'ended' AND r.publish_after IS NOT NULL
            RETURNING r.* INTO v_ended;
        CONTINUE WHEN NOT FOUND OR NOT v_ended.takes_turn;

        SELECT t.head, t.last_terminal INTO v_head, v_last
            FROM runs.turns t WHERE t.conversation_key = v_ended.conversation_key;
        IF v_last IS NULL OR split_part(v_last, '@', 2)::bigint < split_part(p_position[i], '@', 2)::bigint THEN
            v_last := p_position[i];
        END IF;
        IF v_head IS DISTINCT FROM p_run[i] THEN
            -- It ended while it waited: the turn is another's.
            UPDATE runs.turns t SET last_terminal = v_last, updated_at = v_now
                WHERE t.conversation_key = v_ended.conversation_key;
            CONTINUE;
        END IF;

        SELECT r.* INTO v_next FROM runs.runs r
            WHERE r.conversation_key = v_ended.conversation_key AND r.state = 'waiting' AND r.cancel_requested_at IS NULL
            ORDER BY r.request_offset LIMIT 1 FOR UPDATE;
        IF v_next.run_id IS NOT NULL AND EXISTS (SELECT FROM runs.steering s
                WHERE s.workspace_id = v_ended.workspace_id AND s.into_run_id = v_ended.run_id) THEN
            -- What the attempt that ended the run had taken in ends with it. What was taken by an attempt that is gone, or
            -- whose host or runner was lost, goes on waiting and becomes a run of its own.
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
        UPDATE runs.turns t SET head_workspace = v_next.workspace_id, head = v_next.run_id, last_terminal = v_last,
                updated_at = v_now
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
            o_fate := 'claimed';
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

-- Claims queued runs for the slots of each pool. Of each workspace the longest queued come first. Where several workspaces wait for one pool, they
-- take turns: the n-th run of a workspace starts at its debt plus (n - 1) over its weight, and the earliest starts are claimed. p_pools has
-- "debts" (by workspace, absent: 0) besides, and p_weights the weights (by workspace, absent: 1). What another replica is claiming
-- at this moment is passed over, and its share goes to what is queued longest.
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
            -- The workspaces that have anything queued, by one look into the index for each.
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
