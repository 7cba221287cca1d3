-- Delivers messages that wait in a conversation to an attempt of the active run: each message once, and only while that attempt runs
-- without a requested cancellation and the message waits for its turn. Returns the delivered messages; a repetition of the operation
-- returns the same, and an operation that was returned delivers none. Messages of an ended attempt are available again. Turns are
-- locked first, then runs, as in every function.
CREATE FUNCTION runs.steer_v1(
    p_workspace text, p_key text, p_into uuid, p_attempt integer, p_operation text,
    p_run uuid[], p_sentence text[], p_terminal bytea[], p_terminal_headers text[])
RETURNS TABLE (o_run_id uuid, o_redelivered boolean)
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM runs.turns t WHERE t.conversation_key = p_key FOR UPDATE;
    PERFORM FROM runs.runs r
        WHERE r.workspace_id = p_workspace AND r.run_id = p_into AND r.conversation_key = p_key
          AND r.state = 'running' AND r.attempt = p_attempt AND r.cancel_requested_at IS NULL
        FOR UPDATE;
    IF NOT FOUND OR EXISTS (SELECT FROM runs.steering_returns b
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
                terminal_headers = excluded.terminal_headers, delivered_at = clock_timestamp(),
                redelivered = s.redelivered OR s.into_attempt > 0
                    AND (s.into_run_id <> excluded.into_run_id OR s.into_attempt <> excluded.into_attempt)
                WHERE s.into_run_id <> excluded.into_run_id OR s.into_attempt <> excluded.into_attempt
                   OR s.operation = excluded.operation
            RETURNING s.run_id, s.redelivered;
END
$$;

-- Reverts a delivery whose response was never sent, also one whose commit is in progress (it has the lock of the turn) or that arrives later.
CREATE FUNCTION runs.return_steering_v1(p_workspace text, p_key text, p_into uuid, p_attempt integer, p_operation text)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM runs.turns t WHERE t.conversation_key = p_key FOR UPDATE;
    INSERT INTO runs.steering_returns (workspace_id, into_run_id, into_attempt, operation)
        VALUES (p_workspace, p_into, p_attempt, p_operation) ON CONFLICT DO NOTHING;
    DELETE FROM runs.steering s
        WHERE s.workspace_id = p_workspace AND s.into_run_id = p_into AND s.into_attempt = p_attempt
          AND s.operation = p_operation AND NOT s.redelivered;
    UPDATE runs.steering s SET into_attempt = 0, operation = ''
        WHERE s.workspace_id = p_workspace AND s.into_run_id = p_into AND s.into_attempt = p_attempt
          AND s.operation = p_operation;
END
$$;
