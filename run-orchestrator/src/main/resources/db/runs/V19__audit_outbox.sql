-- Entries of the audit that are not known to be on the topic. A row is written before its call is answered and deleted once the broker has it;
-- what a process that was killed left behind is published by whichever replica finds it.
CREATE TABLE runs.audit_outbox (
    audit_id         uuid        PRIMARY KEY,
    conversation_key text        NOT NULL,
    entry            text        NOT NULL,
    written_at       timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX audit_outbox_written ON runs.audit_outbox (written_at);
