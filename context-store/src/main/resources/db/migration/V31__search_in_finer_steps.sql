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
            where context.stretches(t.conversation, t.seq) && keys and t.terms @@ asked and t.seq < below
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

-- The newest four hundred entries that have the whole of what was asked for; where these are too few, the newest of each part as well.
-- A word weighs more the fewer of them have it, and less the longer the entry is; words close to each other weigh more.
create function search_transcript_v1(
    the_workspace text, the_bot text, the_conversation text, the_thread text,
    whole tsquery, parts tsquery[], weighed tsquery[], the_roles text[], people boolean, agents boolean,
    since timestamptz, before timestamptz, top integer)
    returns table (conversation bigint, seq bigint, score double precision, place bigint)
language plpgsql stable as $$
#variable_conflict use_column
declare
    the_id  bigint;
    newest  bigint;
    part    tsquery;
    matches bigint[];
begin
    select c.id, c.last_transcript_seq into the_id, newest
    from context.conversations c
    where c.workspace_id = the_workspace and c.bot_id = the_bot
        and c.conversation_id = the_conversation and c.thread_id = the_thread;
    if not found then
        return;
    end if;
    matches := context.newest_matches_v1(the_id, newest, whole, the_roles, people, agents, since, before, 400);
    if cardinality(matches) < top then
        foreach part in array parts loop
            matches := matches
                || context.newest_matches_v1(the_id, newest, part, the_roles, people, agents, since, before, 100);
        end loop;
    end if;
    return query
        with candidates as materialized (
            select t.seq, t.terms from context.transcript t where t.conversation = the_id and t.seq = any (matches)
        ),
        words as materialized (
            select w.word, ln(1 + newest::double precision / greatest(count(c.seq), 1)) as weight
            from unnest(weighed) w (word) left join candidates c on c.terms @@ w.word
            group by w.word
        ),
        scored as (
            select c.seq, c.terms @@ whole as has_all,
                ts_rank_cd(c.terms, whole) + (select sum(w.weight * ts_rank(c.terms, w.word, 1)) from words w) as score
            from candidates c
        )
        select the_id, s.seq, s.score, row_number() over best
        from scored s
        window best as (order by s.has_all desc, s.score desc, s.seq desc)
        order by 4 limit top;
end
$$;
