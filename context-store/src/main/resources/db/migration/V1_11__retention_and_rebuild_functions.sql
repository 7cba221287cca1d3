-- Makes the monthly partitions of the event log from this month to some months ahead. Replicas may call it at once. Rows that
-- the default partition caught for such a month move to where they belong.
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
