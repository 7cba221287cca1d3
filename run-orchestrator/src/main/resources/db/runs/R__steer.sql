-- Hands messages that wait in a conversation to an attempt of the active run: each once, and only while that attempt runs,
-- nobody wants it to end, and the message still waits for its turn. Answers what was taken; the same operation again gets
-- the same. What an attempt that is gone has taken is free. Locks are taken turns first, then runs, as everywhere.
CREATE OR REPLACE FUNCTION runs.steer(
    p_workspace text, p_key text, p_into uuid, p_attempt integer, p_operation text,
    p_run uuid[], p_sentence text[], p_terminal bytea[], p_terminal_headers text[])
RETURNS TABLE (o_run_id uuid)
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM runs.turns t WHERE t.conversation_key = p_key FOR UPDATE;
    PERFORM FROM runs.runs r
        WHERE r.workspace_id = p_workspace AND r.run_id = p_into AND r.conversation_key = p_key
          AND r.state = 'running' AND r.attempt = p_attempt AND r.cancel_requested_at IS NULL
        FOR UPDATE;
    IF NOT FOUND THEN
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
                terminal_headers = excluded.terminal_headers, taken_at = clock_timestamp()
                WHERE s.into_run_id <> excluded.into_run_id OR s.into_attempt <> excluded.into_attempt
                   OR s.operation = excluded.operation
            RETURNING s.run_id;
END
$$;
