-- An index on a table in use is built while everything is served. V3 built this one in its own transaction, which held up sends for as
-- long as that took: where it is, nothing is to be done. Where it is not, or was left half built, it is built here.
SET statement_timeout = 0;
SET lock_timeout = 0;
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass('delivery.sends_claimed') AND NOT indisvalid) THEN
        DROP INDEX delivery.sends_claimed;
    END IF;
END
$$;
CREATE INDEX CONCURRENTLY IF NOT EXISTS sends_claimed ON sends (claimed_by) WHERE status = 'claimed';
