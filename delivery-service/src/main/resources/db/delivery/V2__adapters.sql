-- A part that an adapter was given stays open, without holding up its lane, until the adapter tells what became of it.
ALTER TABLE sends DROP CONSTRAINT sends_status_check;
ALTER TABLE sends ADD CONSTRAINT sends_status_check
    CHECK (status IN ('pending', 'claimed', 'handed_over', 'delivered', 'rejected', 'unknown'));
CREATE INDEX sends_handed_over ON sends (answered_at) WHERE status = 'handed_over';
