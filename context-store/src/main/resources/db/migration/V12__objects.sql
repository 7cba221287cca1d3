-- Where an object store is configured, bytes move there soon after they were kept. Null while they lie in artifact_chunks.
alter table artifact_contents
    add column object text,
    add column moving_until timestamptz;

-- Objects that nobody refers to, or not yet: each stands here before its first byte is written, and again from the moment on that its
-- content is freed. What is due is deleted, so that nothing is left there for long, whoever dies when.
create table artifact_garbage (
    object text        primary key,
    due    timestamptz not null,
    -- Being deleted: no content may refer to it any more.
    doomed boolean     not null default false
);
create index artifact_garbage_due on artifact_garbage (due);
