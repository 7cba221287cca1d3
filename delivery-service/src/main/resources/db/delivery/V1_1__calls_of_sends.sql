-- The calls of a part on a surface that shows it by several calls: recorded before each call and after its answer, so that after a
-- crash the one call that has begun is in doubt, and no other.
ALTER TABLE sends
    ADD COLUMN calls_answered      int     NOT NULL DEFAULT 0,
    ADD COLUMN call_begun          boolean NOT NULL DEFAULT false,
    ADD COLUMN calls_unknown       int     NOT NULL DEFAULT 0, -- of the answered ones, those that had no answer and were not repeated
    ADD COLUMN platform_message_id text;                       -- of the first message
