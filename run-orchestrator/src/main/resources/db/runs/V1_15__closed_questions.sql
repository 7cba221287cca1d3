-- The end of a question without a response: its cause, and its entry in the audit. Ends before this migration have none.
ALTER TABLE runs.interactions
    ADD COLUMN withdrawn_by    text,
    ADD COLUMN closure_audited boolean NOT NULL DEFAULT false;

COMMENT ON COLUMN runs.interactions.withdrawn_by IS 'the cause of a closure before the time of the question; null if the time has passed';
COMMENT ON COLUMN runs.interactions.closure_audited IS 'true once the closure of a question without a response has its audit entry';

UPDATE runs.interactions SET closure_audited = true WHERE submitted_at IS NULL AND expires_at <= clock_timestamp();

CREATE INDEX interactions_unaudited ON runs.interactions (expires_at) WHERE submitted_at IS NULL AND NOT closure_audited;
