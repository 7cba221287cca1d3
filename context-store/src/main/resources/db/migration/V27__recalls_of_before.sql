-- Recalls that were logged before there was a place for them. Whoever logs one meanwhile notes it himself.
insert into recalls (conversation, subject, seq, logged_at)
select l.conversation, sha256(convert_to(l.data #>> '{subject,subject_id}', 'UTF8')), l.seq, l.logged_at
from event_log l
where l.type = 'message.recalled' and l.kind = 'event' and l.conversation is not null
    and l.data #>> '{subject,subject_type}' = 'message' and l.data #>> '{subject,subject_id}' is not null
on conflict do nothing;
