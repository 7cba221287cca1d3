-- Runs that were cancelled after they ended as waiting: a run that would continue one of them is cancelled at its admission.
CREATE INDEX runs_cancelled_waits ON runs.runs (conversation_key)
    WHERE state = 'ended' AND outcome_code = 'waiting' AND cancel_requested_at IS NOT NULL;
