-- Uploads first, as whoever ends one takes them. How many pieces an upload came in, so that small ones come to an end.
alter table artifact_uploads add column summary text, add column pieces integer not null default 0;
-- What an artifact is, in a few words; scopes of a binding, an actor or a subject have had their columns since V11.
alter table artifacts add column summary text;

-- What runs of a workspace may upload still. Below nothing where the last one was larger than what there was.
create table upload_budgets (
    workspace_id text             primary key,
    bytes        double precision not null,
    at           timestamptz      not null
);

-- As put_artifact, with a scope and a summary.
create function put_artifact_v1(
    the_workspace text, the_run uuid, the_attempt integer, the_operation text,
    the_bot text, the_conversation text, the_thread text, the_runner text, the_id text, the_type text, the_mime text,
    the_name text, the_sha256 text, the_metadata text, the_bytes bytea, the_ttl double precision,
    the_scope text, the_scope_key text, the_summary text,
    out outcome text, out created timestamptz, out expires timestamptz)
language plpgsql as $$
begin
    select p.outcome, p.created, p.expires into outcome, created, expires
    from context.put_artifact_v0(
        the_workspace, the_run, the_attempt, the_operation, the_bot, the_conversation, the_thread, the_runner, the_id, the_type,
        the_mime, the_name, the_sha256, the_metadata, the_bytes, the_ttl) p;
    if outcome = 'kept' then
        update context.artifacts a set scope = the_scope, scope_key = the_scope_key, summary = the_summary
        where a.workspace_id = the_workspace and a.run_id = the_run and a.artifact_id = the_id;
    end if;
end
$$;

-- As begin_upload, with a summary, and with one outcome more: fast, where runs of the workspace have uploaded more of late than they
-- may in a minute. What one says that it will bring is spent when it begins; the last one may be larger than what is left, which those
-- after it wait for.
create function begin_upload_v1(
    the_upload uuid, the_workspace text, the_begun_by text, the_run uuid, the_attempt integer, the_bot text,
    the_conversation text, the_thread text, the_runner text, the_id text, the_type text, the_scope text, the_scope_key text,
    the_mime text, the_name text, the_sha256 text, the_metadata text, the_size bigint,
    the_quota bigint, the_most integer, the_patience double precision, the_summary text, the_rate double precision) returns text
language plpgsql as $$
declare
    outcome text;
    budget  double precision;
    limited boolean := the_attempt is not null and the_rate > 0;
begin
    perform pg_advisory_xact_lock(hashtext('context.uploads'), hashtext(the_workspace));
    if limited then
        select least(the_rate, b.bytes + extract(epoch from clock_timestamp() - b.at) * the_rate / 60) into budget
        from context.upload_budgets b where b.workspace_id = the_workspace;
        if budget <= 0 then
            return 'fast';
        end if;
    end if;
    outcome := context.begin_upload_v0(
        the_upload, the_workspace, the_begun_by, the_run, the_attempt, the_bot, the_conversation, the_thread, the_runner,
        the_id, the_type, the_scope, the_scope_key, the_mime, the_name, the_sha256, the_metadata, the_size,
        the_quota, the_most, the_patience);
    if outcome = 'begun' then
        update context.artifact_uploads u set summary = the_summary where u.upload_id = the_upload;
        if limited then
            insert into context.upload_budgets as b (workspace_id, bytes, at)
            values (the_workspace, coalesce(budget, the_rate) - the_size, clock_timestamp())
            on conflict (workspace_id) do update set bytes = excluded.bytes, at = excluded.at;
        end if;
    end if;
    return outcome;
end
$$;

-- The outcome is kept, elsewhere (the next byte is another one, or the upload is gone) or small. A piece that ends within a chunk makes
-- the next one write that chunk again, 256 KiB at most: so there may be one piece for each 64 KiB, and 256 more.
create function append_upload_v1(the_workspace text, the_upload uuid, the_offset bigint, the_bytes bytea) returns text
language plpgsql as $$
begin
    update context.artifact_uploads u set received = u.received + length(the_bytes), pieces = u.pieces + 1
    where u.upload_id = the_upload and u.workspace_id = the_workspace and not u.finished and u.expires_at > now()
        and u.received = the_offset and u.received + length(the_bytes) < u.size_bytes
        and u.pieces < 256 + (u.received + length(the_bytes)) / 65536;
    if found then
        perform context.add_chunks_v0(the_workspace, 'upload/' || the_upload, the_offset, the_bytes);
        return 'kept';
    end if;
    return case when exists (
        select from context.artifact_uploads u
        where u.upload_id = the_upload and u.workspace_id = the_workspace and not u.finished and u.expires_at > now()
            and u.received = the_offset and u.received + length(the_bytes) < u.size_bytes)
        then 'small' else 'elsewhere' end;
end
$$;

-- As finish_upload, with the upload's summary.
create function finish_upload_v1(
    the_workspace text, the_upload uuid, the_offset bigint, the_bytes bytea, the_sha256 text, the_mime text,
    the_ttl double precision) returns text
language plpgsql as $$
declare
    outcome text;
begin
    select f.outcome into outcome
    from context.finish_upload_v0(the_workspace, the_upload, the_offset, the_bytes, the_sha256, the_mime, the_ttl) f;
    if outcome = 'kept' then
        update context.artifacts a set summary = u.summary
        from context.artifact_uploads u
        where u.upload_id = the_upload and u.workspace_id = the_workspace
            and a.workspace_id = the_workspace and a.run_id = u.run_id and a.artifact_id = u.artifact_id;
    end if;
    return outcome;
end
$$;

-- Artifacts that are for one actor, whoever made them, and their bytes where nobody else refers to them; a bounded number at a time.
create function erase_artifacts_of_actor_v1(
    the_workspace text, the_bot text, the_actor text, the_time timestamptz, most integer, out many bigint, out bytes bigint)
language plpgsql as $$
declare
    gone record;
begin
    many := 0;
    bytes := 0;
    for gone in
        with dead as (
            delete from context.artifacts a
            where a.ctid = any (array(
                select o.ctid from context.artifacts o
                where o.workspace_id = the_workspace and o.scope = 'actor' and o.scope_key = the_actor
                    and (the_bot is null or o.bot_id = the_bot)
                    and (o.created_at <= the_time or exists (
                        select from context.artifact_uploads u
                        where u.workspace_id = o.workspace_id and u.run_id = o.run_id and u.artifact_id = o.artifact_id
                            and u.begun_at <= the_time))
                limit most for update))
            returning a.sha256, a.size_bytes)
        select d.sha256, count(*) as many, max(d.size_bytes) as size from dead d group by d.sha256 order by d.sha256
    loop
        many := many + gone.many;
        perform context.free_content_v0(the_workspace, gone.sha256);
        if not exists (select from context.artifact_contents c
                       where c.workspace_id = the_workspace and c.sha256 = gone.sha256) then
            bytes := bytes + gone.size;
        end if;
    end loop;
end
$$;
