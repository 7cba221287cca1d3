-- Whether a document may have vectors that an index beside them (pgvector) does not have.
alter table knowledge_documents add column near_due boolean not null default true;

create function near_is_due_v1() returns trigger
language plpgsql as $$
begin
    new.near_due := true;
    return new;
end
$$;
create trigger near_is_due before update of indexed_revision, embedded_by on knowledge_documents for each row
when ((old.indexed_revision, old.embedded_by) is distinct from (new.indexed_revision, new.embedded_by))
execute function near_is_due_v1();
