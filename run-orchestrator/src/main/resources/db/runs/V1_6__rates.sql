-- Takes tokens from the bucket of a workspace: p_requested tokens, or all available tokens, or none if fewer than p_minimum are
-- available. The row is locked before the clock is read, so that no interval is refilled twice.
CREATE FUNCTION runs.take_tokens_v1(
    p_workspace text, p_kind text, p_minimum double precision, p_requested double precision,
    p_per_second double precision, p_burst double precision) RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
    bucket    runs.rates%ROWTYPE;
    v_now     timestamptz;
    available double precision;
    granted   double precision;
BEGIN
    LOOP
        SELECT * INTO bucket FROM runs.rates WHERE workspace_id = p_workspace AND kind = p_kind FOR UPDATE;
        EXIT WHEN FOUND;
        INSERT INTO runs.rates (workspace_id, kind, tokens) VALUES (p_workspace, p_kind, p_burst)
            ON CONFLICT DO NOTHING;
    END LOOP;
    v_now := clock_timestamp();
    available := least(p_burst,
        bucket.tokens + greatest(0, extract(epoch FROM v_now - bucket.filled_at)) * p_per_second);
    granted := CASE
        WHEN available >= p_requested THEN p_requested
        WHEN available >= p_minimum THEN floor(available)
        ELSE 0 END;
    UPDATE runs.rates SET tokens = available - granted, filled_at = greatest(bucket.filled_at, v_now)
        WHERE workspace_id = p_workspace AND kind = p_kind;
    RETURN granted;
END $$;
