-- In the order of rebuilds and of the intake, which hold the first before the others.
lock table rebuilds, conversations, transcript in share row exclusive mode;

-- What a workspace says of its searches; nothing is off.
create table search_settings (
    workspace_id text    primary key,
    by_meaning   boolean not null,
    version      integer not null
);

-- What an entry means; it goes with its entry, whoever takes that out. Vectors of two models are never compared.
create table entry_vectors (
    conversation bigint not null,
    seq          bigint not null,
    model        text   not null,
    vector       bytea  not null,
    primary key (conversation, seq),
    foreign key (conversation, seq) references transcript on delete cascade
);
alter table entry_vectors alter column vector set storage external;

-- How far a conversation is: entries above "bottom" and up to "top" were looked at. New ones stand above, older ones below.
create table vectored_conversations (
    conversation bigint      primary key references conversations on delete cascade,
    workspace_id text        not null,
    model        text        not null,
    top          bigint      not null,
    bottom       bigint      not null,
    claim_id     uuid,
    due_at       timestamptz not null default '-infinity'
);
create index vectored_conversations_workspace on vectored_conversations (workspace_id);

-- An entry that is made again and says something else now means something else.
create function forget_vector_v1() returns trigger
language plpgsql as $$
begin
    delete from context.entry_vectors v where v.conversation = old.conversation and v.seq = old.seq;
    return null;
end
$$;
create trigger forget_vector after update of content on transcript for each row
when (old.content is distinct from new.content) execute function forget_vector_v1();

-- A conversation that was made again is looked through again: what lacks a vector gets one.
create function look_again_v1() returns trigger
language plpgsql as $$
begin
    update context.vectored_conversations m set bottom = m.top where m.conversation = old.conversation;
    return null;
end
$$;
create trigger look_again after update of underway on rebuilds for each row
when (old.underway and not new.underway) execute function look_again_v1();
