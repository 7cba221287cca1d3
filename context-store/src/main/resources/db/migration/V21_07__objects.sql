-- Bytes that move to an object store, and objects that are deleted there.

-- Some bytes that are to move, and under which name; nobody else takes them up until the lease is over. None where nothing is left.
create function claim_move_v0(
    the_object text, the_lease double precision,
    out workspace_id text, out sha256 text, out size bigint)
language plpgsql as $$
begin
    select c.workspace_id, c.sha256 into workspace_id, sha256 from context.artifact_contents c
    where c.object is null and (c.moving_until is null or c.moving_until < now()) and not starts_with(c.sha256, 'upload/')
        and exists (select from context.artifact_chunks k where k.workspace_id = c.workspace_id and k.sha256 = c.sha256)
    limit 1 for no key update skip locked;
    if not found then
        return;
    end if;
    update context.artifact_contents c set moving_until = now() + make_interval(secs => the_lease)
    where c.workspace_id = claim_move_v0.workspace_id and c.sha256 = claim_move_v0.sha256;
    select k.place::bigint * 262144 + length(k.bytes) into size from context.artifact_chunks k
    where k.workspace_id = claim_move_v0.workspace_id and k.sha256 = claim_move_v0.sha256
    order by k.place desc limit 1;
    -- Longer than the lease: whoever settles in time finds it here.
    insert into context.artifact_garbage (object, due) values (the_object, now() + make_interval(secs => 2 * the_lease));
end
$$;

-- From now on the bytes are there. False where they were freed meanwhile, or it took too long: then the object is garbage.
create function settle_move_v0(the_workspace text, the_sha256 text, the_object text) returns boolean
language plpgsql as $$
begin
    delete from context.artifact_garbage g where g.object = the_object and not g.doomed;
    if not found then
        insert into context.artifact_garbage (object, due) values (the_object, now())
        on conflict (object) do update set due = now();
        return false;
    end if;
    update context.artifact_contents c set object = the_object, moving_until = null
    where c.workspace_id = the_workspace and c.sha256 = the_sha256 and c.object is null;
    if not found then
        insert into context.artifact_garbage (object, due) values (the_object, now());
        return false;
    end if;
    delete from context.artifact_chunks k where k.workspace_id = the_workspace and k.sha256 = the_sha256;
    return true;
end
$$;

-- Some objects that are due: their deletion is under way, and is begun anew by somebody where it is not told as done.
create function doom_objects_v0(most integer, the_lease double precision) returns setof text
language sql as $$
    update context.artifact_garbage g set doomed = true, due = now() + make_interval(secs => the_lease)
    where g.object in (
        select object from context.artifact_garbage where due <= now() order by due limit most for update skip locked)
    returning g.object
$$;
