-- Makes several changes of one scope in their order, all or none. p_values has null for a deletion; p_expected is that of
-- change_state_v1. The answer is that of the first change that is refused, or else changed, or unchanged if no change found anything to
-- change. Each change has an operation of its own, so that a repetition gets the same answer. The lock comes before every row, so that
-- two batches never wait for each other.
create function apply_state_v1(
    p_workspace text, p_run uuid, p_attempt integer, p_operation text,
    p_bot text, p_binding text, p_runner text, p_scope text, p_subject text,
    p_names text[], p_values text[], p_expected text[], most_keys integer, most_bytes integer)
    returns text
language plpgsql as $$
declare
    outcome text;
    answer  text := 'unchanged';
begin
    perform pg_advisory_xact_lock(hashtext('context.state'), hashtext(
        json_build_array(p_workspace, p_bot, p_binding, p_runner, p_scope, p_subject)::text));
    for i in 1 .. cardinality(p_names) loop
        outcome := context.change_state_v1(
            p_workspace, p_run, p_attempt, p_operation || '/' || i, p_bot, p_binding, p_runner, p_scope, p_subject,
            p_names[i], p_values[i], p_expected[i], most_keys, most_bytes);
        if outcome not in ('changed', 'unchanged') then
            raise exception using errcode = 'AH001', message = outcome;
        end if;
        if outcome = 'changed' then
            answer := outcome;
        end if;
    end loop;
    return answer;
exception
    -- The block is a subtransaction: its changes are undone.
    when sqlstate 'AH001' then
        return sqlerrm;
end
$$;
