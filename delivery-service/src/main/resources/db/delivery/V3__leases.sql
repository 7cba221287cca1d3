-- One row per life of a replica. A claim on a send names it (sends.claimed_by); where it is marked dead, which is for good, others need
-- not wait for the claim to run out.
CREATE TABLE leases (
    incarnation uuid        PRIMARY KEY,
    replica     text        NOT NULL, -- a name for people
    expires_at  timestamptz NOT NULL,
    dead        boolean     NOT NULL DEFAULT false
);
CREATE INDEX sends_claimed ON sends (claimed_by) WHERE status = 'claimed';
