-- The model whose vectors count: what the replica that started last was told.
create table knowledge_embedding (
    only_one  boolean     primary key default true check (only_one),
    model     text        not null,
    chosen_at timestamptz not null default clock_timestamp()
);
