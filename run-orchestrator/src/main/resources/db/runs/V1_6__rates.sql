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
