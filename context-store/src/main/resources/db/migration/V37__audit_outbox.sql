-- Entries of the audit that are not known to be on the topic. A row is committed before its request is answered and deleted once the broker has
-- it; what a process that was killed left behind is published by whichever replica finds it.
create table audit_outbox (
    audit_id   uuid        primary key,
    entry      text        not null,
    written_at timestamptz not null default clock_timestamp()
);

create index audit_outbox_written on audit_outbox (written_at);
