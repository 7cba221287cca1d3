-- What a platform took back: of each message that was recalled a digest of the id that its platform gave it. It stands here as long as the
-- recall stands in the log, so what takes the one out takes the other. The mark is made when an entry is read (ADR 47): a recall may come
-- before its message, and the transcript stays what the log makes of it.
create table recalls (
    conversation bigint      not null,
    subject      bytea       not null,
    seq          bigint      not null,
    logged_at    timestamptz not null,
    primary key (conversation, subject, seq)
);
create index recalls_age on recalls (logged_at);

create function note_recall_v0() returns trigger
language plpgsql as $$
begin
    insert into context.recalls (conversation, subject, seq, logged_at)
    values (new.conversation, sha256(convert_to(new.data #>> '{subject,subject_id}', 'UTF8')), new.seq, new.logged_at)
    on conflict do nothing;
    return null;
end
$$;

-- What the default partition held for a month whose table there is goes where it belongs, and not away.
create function forget_recall_v0() returns trigger
language plpgsql as $$
begin
    if tg_table_name = 'event_log_default'
        and to_regclass('context.event_log_' || to_char(old.logged_at at time zone 'UTC', 'YYYY_MM')) is not null
    then
        return null;
    end if;
    delete from context.recalls r
    where r.conversation = old.conversation and r.seq = old.seq
        and r.subject = sha256(convert_to(old.data #>> '{subject,subject_id}', 'UTF8'));
    return null;
end
$$;

create trigger note_recall_v0 after insert on event_log
    for each row when (new.type = 'message.recalled' and new.kind = 'event' and new.conversation is not null
        and new.data #>> '{subject,subject_type}' = 'message' and new.data #>> '{subject,subject_id}' is not null)
    execute function note_recall_v0();

create trigger forget_recall_v0 after delete on event_log
    for each row when (old.type = 'message.recalled' and old.kind = 'event' and old.conversation is not null)
    execute function forget_recall_v0();
