-- Writers of one workspace come one after the other, so that together they never exceed its quota.
create function lock_files_v0(the_workspace text) returns void
language sql as $$
    select pg_advisory_xact_lock(hashtextextended('context.files/' || the_workspace, 0));
$$;

-- The outcome is kept, there (the same bytes under the same name and for the same purpose), too_many_files or too_many_bytes.
create function put_file_v0(
    the_workspace text, the_key text, the_name text, the_purpose text, the_mime text, the_sha256 text, the_bytes bytea,
    the_creator text, most_bytes bigint, most_files integer,
    out outcome text, out file_key text, out name text, out purpose text, out mime_type text, out size_bytes bigint,
    out sha256 text, out created_at timestamptz, out created_by text)
language plpgsql as $$
declare
    file context.files;
    held record;
begin
    perform context.lock_files_v0(the_workspace);
    select * into file from context.files f
    where f.workspace_id = the_workspace and f.purpose = the_purpose and f.name = the_name and f.sha256 = the_sha256;
    if found then
        outcome := 'there';
    else
        select count(*) as files, coalesce(sum(f.size_bytes), 0) as bytes into held
        from context.files f where f.workspace_id = the_workspace;
        if held.files >= most_files then
            outcome := 'too_many_files';
            return;
        end if;
        if held.bytes + length(the_bytes) > most_bytes then
            outcome := 'too_many_bytes';
            return;
        end if;
        perform context.keep_content_v0(the_workspace, the_sha256, the_bytes);
        insert into context.files as f
            (workspace_id, file_key, name, purpose, mime_type, size_bytes, sha256, created_by)
        values (the_workspace, the_key, the_name, the_purpose, the_mime, length(the_bytes), the_sha256, the_creator)
        returning * into file;
        outcome := 'kept';
    end if;
    file_key := file.file_key;
    name := file.name;
    purpose := file.purpose;
    mime_type := file.mime_type;
    size_bytes := file.size_bytes;
    sha256 := file.sha256;
    created_at := file.created_at;
    created_by := file.created_by;
end
$$;

-- What was there, or a row of nulls; its bytes go with it where nobody else refers to them.
create function delete_file_v0(the_workspace text, the_key text) returns context.files
language plpgsql as $$
declare
    file context.files;
begin
    perform context.lock_files_v0(the_workspace);
    delete from context.files f
    where f.workspace_id = the_workspace and f.file_key = the_key
    returning * into file;
    if found then
        perform context.free_content_v0(the_workspace, file.sha256);
    end if;
    return file;
end
$$;
