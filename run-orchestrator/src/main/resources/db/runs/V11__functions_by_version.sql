-- Functions have a version in their name, and are made once: a replica of the build before, which may start at any moment of an upgrade, calls
-- its own and makes those anew, and never touches these. To change one: a new migration makes the next version (admit_v2), the code calls that,
-- and a migration of the release after drops the old one. The functions without a version, in R__ files, are those that the build before calls.

-- Whether the message was handed to an attempt before. A row of attempt 0 is nobody's: it only remembers that.
ALTER TABLE runs.steering ADD COLUMN again boolean NOT NULL DEFAULT false;

-- Calls of steering_pull whose answer was never given, and that take nothing any more, however late they come.
CREATE TABLE runs.steering_given_back (
    workspace_id text        NOT NULL,
    into_run_id  uuid        NOT NULL,
    into_attempt integer     NOT NULL,
    operation    text        NOT NULL,
    given_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (workspace_id, into_run_id, into_attempt, operation)
);

CREATE INDEX steering_given_back_age ON runs.steering_given_back (given_at);

-- Of what a runner's connections say of it, so that what is known is not read again. Of the build before there is none.
ALTER TABLE runs.known_runners ADD COLUMN fingerprint text;

-- Admits a batch of resolutions, in their order, in one round trip: no lock is ever held while a replica thinks (or is
-- paused). Locks are taken turns first, then runs, in every function.
--
-- p_standing of a record: none (takes no turn), serial, interrupt (serial, and the head and what waits before it are
-- cancelled), reject (ended with the given terminal record while somebody has the turn or waits for it), ended (the
-- terminal record is given, nothing will run).
-- p_runners and p_places: where this replica has room. A run is claimed at once when its turn has come, nothing of its
-- runner is queued, and the replica's lease is live.
CREATE FUNCTION runs.admit_v1(
    p_workspace text[], p_run uuid[], p_key text[], p_partition integer[], p_offset bigint[],
    p_standing text[], p_runner text[], p_retry text[], p_queue_seconds integer[], p_run_seconds integer[],
    p_resolution bytea[], p_trace text[],
    p_end_attempt integer[], p_end_type text[], p_end_code text[], p_end_sentence text[],
    p_terminal bytea[], p_terminal_headers text[],
    p_owner uuid, p_runners text[], p_places integer[])
RETURNS TABLE (o_ordinal integer, o_fate text, o_attempt integer, o_claimed_at timestamptz, o_deadline_at timestamptz,
               o_previous_turn text)
LANGUAGE plpgsql AS $$
DECLARE
    v_now       timestamptz := clock_timestamp();
    v_live      boolean := EXISTS (SELECT FROM runs.leases l
                                   WHERE l.incarnation = p_owner AND NOT l.dead AND l.expires_at > v_now);
    v_places    integer[] := p_places;
    v_place     integer;
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

        v_place := array_position(p_runners, p_runner[i]);
        IF o_fate = 'queued' AND v_live AND v_cancel IS NULL AND v_places[v_place] > 0
           AND NOT EXISTS (SELECT FROM runs.runs r WHERE r.state = 'queued' AND r.runner_id = p_runner[i]) THEN
            v_places[v_place] := v_places[v_place] - 1;
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
                v_places[v_place] := v_places[v_place] + 1;
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
-- head, and is claimed at once where this replica has room (as in runs.admit_v1). Those that somebody wants to end are ended
-- where they wait. Answers the runs so claimed, and those that ended as steered, of which only the names are said.
CREATE FUNCTION runs.mark_v1(
    p_workspace text[], p_run uuid[], p_position text[], p_owner uuid, p_runners text[], p_places integer[])
RETURNS TABLE (o_fate text, o_workspace_id text, o_run_id uuid, o_attempt integer, o_claimed_at timestamptz,
               o_deadline_at timestamptz, o_previous_turn text, o_trace_id text, o_resolution bytea)
LANGUAGE plpgsql AS $$
DECLARE
    v_now      timestamptz := clock_timestamp();
    v_live     boolean := EXISTS (SELECT FROM runs.leases l
                                  WHERE l.incarnation = p_owner AND NOT l.dead AND l.expires_at > v_now);
    v_places   integer[] := p_places;
    v_place    integer;
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
                    NULL::text, NULL::text, NULL::bytea;
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

        v_place := array_position(p_runners, v_next.runner_id);
        IF v_live AND v_places[v_place] > 0
           AND NOT EXISTS (SELECT FROM runs.runs r WHERE r.state = 'queued' AND r.runner_id = v_next.runner_id) THEN
            v_places[v_place] := v_places[v_place] - 1;
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

-- Hands messages that wait in a conversation to an attempt of the active run: each once, and only while that attempt runs,
-- nobody wants it to end, and the message still waits for its turn. Answers what was taken; the same operation again gets
-- the same, and one that was given back gets nothing. What an attempt that is gone has taken is free. Locks are taken turns first, then runs, as everywhere.
CREATE FUNCTION runs.steer_v1(
    p_workspace text, p_key text, p_into uuid, p_attempt integer, p_operation text,
    p_run uuid[], p_sentence text[], p_terminal bytea[], p_terminal_headers text[])
RETURNS TABLE (o_run_id uuid, o_again boolean)
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM runs.turns t WHERE t.conversation_key = p_key FOR UPDATE;
    PERFORM FROM runs.runs r
        WHERE r.workspace_id = p_workspace AND r.run_id = p_into AND r.conversation_key = p_key
          AND r.state = 'running' AND r.attempt = p_attempt AND r.cancel_requested_at IS NULL
        FOR UPDATE;
    IF NOT FOUND OR EXISTS (SELECT FROM runs.steering_given_back b
            WHERE b.workspace_id = p_workspace AND b.into_run_id = p_into AND b.into_attempt = p_attempt
              AND b.operation = p_operation) THEN
        RETURN;
    END IF;
    RETURN QUERY
        INSERT INTO runs.steering AS s (workspace_id, run_id, into_run_id, into_attempt, operation, outcome_sentence,
                terminal, terminal_headers)
            SELECT r.workspace_id, r.run_id, p_into, p_attempt, p_operation, g.sentence, g.terminal, g.headers
            FROM unnest(p_run, p_sentence, p_terminal, p_terminal_headers) AS g (run_id, sentence, terminal, headers)
            JOIN runs.runs r ON r.workspace_id = p_workspace AND r.run_id = g.run_id
            WHERE r.conversation_key = p_key AND r.state = 'waiting' AND r.cancel_requested_at IS NULL
            ORDER BY r.run_id FOR UPDATE OF r
            ON CONFLICT (workspace_id, run_id) DO UPDATE SET into_run_id = excluded.into_run_id,
                into_attempt = excluded.into_attempt, operation = excluded.operation,
                outcome_sentence = excluded.outcome_sentence, terminal = excluded.terminal,
                terminal_headers = excluded.terminal_headers, taken_at = clock_timestamp(),
                again = s.again OR s.into_attempt > 0
                    AND (s.into_run_id <> excluded.into_run_id OR s.into_attempt <> excluded.into_attempt)
                WHERE s.into_run_id <> excluded.into_run_id OR s.into_attempt <> excluded.into_attempt
                   OR s.operation = excluded.operation
            RETURNING s.run_id, s.again;
END
$$;

-- Undoes a take whose answer was never given, also one that still hangs in its commit (it holds the lock of the turn) or is yet to come.
CREATE FUNCTION runs.give_back_v1(p_workspace text, p_key text, p_into uuid, p_attempt integer, p_operation text)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM runs.turns t WHERE t.conversation_key = p_key FOR UPDATE;
    INSERT INTO runs.steering_given_back (workspace_id, into_run_id, into_attempt, operation)
        VALUES (p_workspace, p_into, p_attempt, p_operation) ON CONFLICT DO NOTHING;
    DELETE FROM runs.steering s
        WHERE s.workspace_id = p_workspace AND s.into_run_id = p_into AND s.into_attempt = p_attempt
          AND s.operation = p_operation AND NOT s.again;
    UPDATE runs.steering s SET into_attempt = 0, operation = ''
        WHERE s.workspace_id = p_workspace AND s.into_run_id = p_into AND s.into_attempt = p_attempt
          AND s.operation = p_operation;
END
$$;

-- Takes tokens out of a workspace's bucket: as many as are wished, or all there are, or none where these are fewer than are needed. The row is
-- locked before the clock is read, so that nobody refills it for a time that another has counted already.
CREATE FUNCTION runs.take_tokens_v1(
    in_workspace text, in_kind text, in_need double precision, in_wish double precision,
    in_per_second double precision, in_burst double precision) RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
    bucket    runs.rates%ROWTYPE;
    now_      timestamptz;
    available double precision;
    taken     double precision;
BEGIN
    LOOP
        SELECT * INTO bucket FROM runs.rates WHERE workspace_id = in_workspace AND kind = in_kind FOR UPDATE;
        EXIT WHEN FOUND;
        INSERT INTO runs.rates (workspace_id, kind, tokens) VALUES (in_workspace, in_kind, in_burst)
            ON CONFLICT DO NOTHING;
    END LOOP;
    now_ := clock_timestamp();
    available := least(in_burst,
        bucket.tokens + greatest(0, extract(epoch FROM now_ - bucket.filled_at)) * in_per_second);
    taken := CASE
        WHEN available >= in_wish THEN in_wish
        WHEN available >= in_need THEN floor(available)
        ELSE 0 END;
    UPDATE runs.rates SET tokens = available - taken, filled_at = greatest(bucket.filled_at, now_)
        WHERE workspace_id = in_workspace AND kind = in_kind;
    RETURN taken;
END $$;
