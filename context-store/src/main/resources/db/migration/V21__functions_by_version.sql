-- Functions have a version in their name: a replica calls those of its own build, and one of the build before, which may start at any
-- moment of an upgrade, makes its own anew and never touches these (ADR 31). Repeatable files make what replicas call; what tables call
-- is made here, once, and a table has one trigger for each purpose of each version. Each statement is a transaction of its own and may
-- be begun anew: no two tables are ever held at once.
set statement_timeout = 0;
set lock_timeout = 0;

-- Whoever frees the bytes, and whyever.
create or replace function discard_object_v0() returns trigger
language plpgsql as $$
begin
    insert into context.artifact_garbage (object, due) values (old.object, now()) on conflict do nothing;
    return null;
end
$$;
create or replace trigger artifact_contents_object_v0 after delete on artifact_contents
    for each row when (old.object is not null) execute function discard_object_v0();
-- Those of the build before come back when one of its replicas starts, and then say the same twice.
drop trigger if exists artifact_contents_object on artifact_contents;

-- A new artifact lives as long as its workspace says, where that says anything; whoever makes it.
create or replace function keep_as_long_as_told_v0() returns trigger
language plpgsql as $$
declare
    own integer;
begin
    select r.artifacts_days into own from context.retention r where r.workspace_id = new.workspace_id;
    if own is not null then
        new.expires_at := new.created_at + make_interval(days => own);
    end if;
    return new;
end
$$;
create or replace trigger keep_as_long_as_told_v0 before insert on artifacts
    for each row execute function keep_as_long_as_told_v0();
drop trigger if exists keep_as_long_as_told on artifacts;
