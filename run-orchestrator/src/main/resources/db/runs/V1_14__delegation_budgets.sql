-- The budget of a delegated task, and what its runs have used. What a run uses counts for its own task and for each task above it.
ALTER TABLE runs.delegations
    ADD COLUMN max_tokens  bigint,
    ADD COLUMN max_calls   integer,
    ADD COLUMN tokens      bigint  NOT NULL DEFAULT 0,
    ADD COLUMN model_calls integer NOT NULL DEFAULT 0,
    ADD COLUMN calls       integer NOT NULL DEFAULT 0,
    ADD COLUMN expires_at  timestamptz;

COMMENT ON COLUMN runs.delegations.max_tokens IS 'the most tokens of models; null for no limit. max_calls: of tools and delegations';
COMMENT ON COLUMN runs.delegations.expires_at IS 'the time after which the runs that continue the delegated run are cancelled; null for no limit';

-- The task that a chain of runs works on, and those above it. The deepest one is locked first: two chains below one task wait for each
-- other in one order.
CREATE FUNCTION runs.lock_delegated_tasks_v1(p_workspace text, p_origin uuid) RETURNS SETOF runs.delegations LANGUAGE plpgsql AS $$
DECLARE
    v_origin uuid := p_origin;
    task     runs.delegations%ROWTYPE;
BEGIN
    LOOP
        SELECT * INTO task FROM runs.delegations WHERE workspace_id = p_workspace AND delegated_run_id = v_origin FOR UPDATE;
        EXIT WHEN NOT FOUND;
        RETURN NEXT task;
        v_origin := task.origin_run_id;
    END LOOP;
END $$;

CREATE FUNCTION runs.add_delegated_usage_v1(
    p_workspace text, p_origin uuid, p_tokens bigint, p_model_calls integer, p_calls integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_origin uuid := p_origin;
BEGIN
    WHILE v_origin IS NOT NULL LOOP
        UPDATE runs.delegations SET tokens = tokens + p_tokens, model_calls = model_calls + p_model_calls, calls = greatest(0, calls + p_calls)
            WHERE workspace_id = p_workspace AND delegated_run_id = v_origin RETURNING origin_run_id INTO v_origin;
    END LOOP;
END $$;

-- Admits a call of a chain and counts it: null, or the limit that is used up ('tokens' or 'calls').
CREATE FUNCTION runs.take_delegated_call_v1(p_workspace text, p_origin uuid, p_calls integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    used_up text;
BEGIN
    SELECT CASE WHEN bool_or(t.tokens >= t.max_tokens) THEN 'tokens' WHEN bool_or(p_calls > 0 AND t.calls >= t.max_calls) THEN 'calls' END
        INTO used_up FROM runs.lock_delegated_tasks_v1(p_workspace, p_origin) t;
    IF used_up IS NULL AND p_calls > 0 THEN
        PERFORM runs.add_delegated_usage_v1(p_workspace, p_origin, 0, 0, p_calls);
    END IF;
    RETURN used_up;
END $$;
