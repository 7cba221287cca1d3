-- The newest matching entries of a conversation, newest first: in two ranges of 4096 entries, then in four, then in eight and the rest of a
-- range of 65536, then in ranges of that size, four times as many each time. So a word of one entry in fifty is searched for in a tenth of
-- a large range. Only the index of terms is ever the right plan.
create function newest_matches_v1(
    p_id bigint, newest bigint, p_query tsquery, p_roles text[], people boolean, agents boolean,
    since timestamptz, before timestamptz, max_entries integer) returns bigint[]
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
            keys := array(select (p_id << 24) | s from generate_series(lowest >> 12, (below - 1) >> 12) s);
        else
            lowest := greatest(((below - 1) >> 16) - step / 16 + 1, 0) << 16;
            keys := array(select -1 - ((p_id << 24) | s) from generate_series(lowest >> 16, (below - 1) >> 16) s);
        end if;
        select array_agg(m.seq) into more
        from (
            select t.seq from context.transcript t
            where context.entry_ranges_v1(t.conversation, t.seq) && keys and t.terms @@ p_query and t.seq < below
                and (cardinality(p_roles) = 0 or t.role = any (p_roles))
                and (case when t.run_id is null then people else agents end)
                and (since is null or t.at >= since) and (before is null or t.at < before)
            order by t.seq desc limit max_entries - cardinality(matches)
        ) m;
        matches := matches || more;
        exit when lowest = 0 or cardinality(matches) >= max_entries;
        below := lowest;
        step := case when step < 16 then step * 2 else step * 4 end;
    end loop;
    return matches;
end
$$;

-- Creates the monthly partitions of the event log from this month to some months ahead. Several replicas may call it at once. Rows of such
-- a month that the default partition holds move to its partition.
create function prepare_event_log_v1(months_ahead integer) returns integer
language plpgsql as $$
declare
    month   timestamptz;
    part    text;
    created integer := 0;
begin
    perform pg_advisory_xact_lock(hashtext('context.event_log'));
    for i in 0 .. months_ahead loop
        month := (date_trunc('month', now() at time zone 'UTC') + make_interval(months => i)) at time zone 'UTC';
        part := 'event_log_' || to_char(month at time zone 'UTC', 'YYYY_MM');
        if to_regclass('context.' || part) is null then
            execute format('create table context.%I (like context.event_log including defaults including constraints)', part);
            execute format(
                'with caught as (delete from context.event_log_default where logged_at >= %L and logged_at < %L returning *)
                 insert into context.%I select * from caught',
                month, ((month at time zone 'UTC') + interval '1 month') at time zone 'UTC', part);
            execute format(
                'alter table context.event_log attach partition context.%I for values from (%L) to (%L)',
                part, month, ((month at time zone 'UTC') + interval '1 month') at time zone 'UTC');
            created := created + 1;
        end if;
    end loop;
    return created;
end
$$;
