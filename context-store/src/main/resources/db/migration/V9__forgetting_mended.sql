-- Who is due next: each erasure has its turn, and one that fails waits ever longer while the others go on.
alter table erasures
    add column due_at timestamptz not null default now(),
    add column failures integer not null default 0,
    -- The database's code of what went wrong last; its words may repeat what is to be erased.
    add column trouble text,
    add column upto timestamptz not null default '-infinity';
alter table erasures drop constraint erasures_stage_check;
alter table erasures add constraint erasures_stage_check
    check (stage in ('entries', 'outside', 'answers', 'rest', 'artifacts', 'state'));
drop index erasures_open;
create index erasures_due on erasures (due_at) where done_at is null;
create index erasures_under_way on erasures (workspace_id) where done_at is null;
-- Those that may still concern what comes: an erasure forgets whose it was when nothing can come any more.
create index erasures_tombstones on erasures (workspace_id, asked_at)
    where conversation_id is not null or actor_id is not null;

-- Runs outside conversations whose results were erased, while their receipts are looked for.
create table erasure_runs (
    erasure_id uuid not null references erasures on delete cascade,
    run_id     uuid not null,
    primary key (erasure_id, run_id)
);

-- Who is in a conversation, for as long as anything of it may be here: the log goes before state and artifacts do.
create table conversation_actors (
    conversation bigint      not null,
    actor_id     text        not null,
    in_group     boolean     not null,
    seen_at      timestamptz not null default now(),
    primary key (conversation, actor_id)
);
create index conversation_actors_age on conversation_actors (seen_at);

-- When all of it was erased; its name goes as well once nothing can come back.
alter table conversations add column erased_at timestamptz;
create index conversations_erased on conversations (erased_at) where erased_at is not null;

-- Somebody's days changed while a pass was under way: another one follows it.
alter table retention_pass add column again boolean not null default false;

-- Workspaces have turns: whose document was begun longest ago is next.
create table knowledge_turns (
    workspace_id text        primary key,
    served_at    timestamptz not null
);
