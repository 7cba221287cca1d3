-- The newest entries of a conversation that match, at most so many, newest first: two short stretches of 4096 at first, then four, then
-- eight and what is left of a long one, then long ones, four times as many each time. So a word that one entry in fifty has is looked for
-- in a tenth of a long stretch. Nothing but the index of terms is ever right here.
create function newest_matches_v1(
    the_id bigint, newest bigint, asked tsquery, the_roles text[], people boolean, agents boolean,
    since timestamptz, before timestamptz, wanted integer) returns bigint[]
language plpgsql stable set enable_seqscan = off as $$
declare
    matches bigint[] := '{}';
    more    bigint[];
    below   bigint := newest + 1;
    lowest  bigint;
    keys    bigint[];
    step    integer := 2;
begin
    loop
        if step <= 8 then
            lowest := greatest(((below - 1) >> 12) - step + 1, 0) << 12;
            if step = 8 then
                lowest := (lowest >> 16) << 16;
            end if;
            keys := array(select (the_id << 24) | s from generate_series(lowest >> 12, (below - 1) >> 12) s);
        else
            lowest := greatest(((below - 1) >> 16) - step / 16 + 1, 0) << 16;
            keys := array(select -1 - ((the_id << 24) | s) from generate_series(lowest >> 16, (below - 1) >> 16) s);
        end if;
        select array_agg(m.seq) into more
        from (
            select t.seq from context.transcript t
            where context.stretches_v1(t.conversation, t.seq) && keys and t.terms @@ asked and t.seq < below
                and (cardinality(the_roles) = 0 or t.role = any (the_roles))
                and (case when t.run_id is null then people else agents end)
                and (since is null or t.at >= since) and (before is null or t.at < before)
            order by t.seq desc limit wanted - cardinality(matches)
        ) m;
        matches := matches || more;
        exit when lowest = 0 or cardinality(matches) >= wanted;
        below := lowest;
        step := case when step < 16 then step * 2 else step * 4 end;
    end loop;
    return matches;
end
$$;

-- Whichever build writes what was said. The conversation's row is written at that moment anyway.
create function vectors_are_due_v1() returns trigger
language plpgsql as $$
begin
    new.vectors_due := clock_timestamp();
    return new;
end
$$;
create trigger vectors_are_due_v1 before update of last_transcript_seq on conversations for each row
when (old.vectors_due is null and new.last_transcript_seq > old.last_transcript_seq) execute function vectors_are_due_v1();
