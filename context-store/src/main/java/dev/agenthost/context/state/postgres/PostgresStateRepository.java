package dev.agenthost.context.state.postgres;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.common.RunFenceRepository;
import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.context.state.ConditionalChange;
import dev.agenthost.context.state.StateCondition;
import dev.agenthost.context.state.StateKey;
import dev.agenthost.context.state.StateLimits;
import dev.agenthost.context.state.StateRepository;
import dev.agenthost.context.state.StateWrite;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.state.StateKeys;
import dev.agenthost.protocol.store.state.StateScopeKey;
import dev.agenthost.protocol.store.state.StateValue;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgException;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** State in a table: each read is one statement, and a write is a function: {@code context.change_state_v1}, of several changes {@code context.apply_state_v1}. */
@Singleton
public final class PostgresStateRepository implements StateRepository, RunFenceRepository {
    private static final String WHERE_SCOPE =
            " workspace_id = $1 and bot_id = $2 and binding_id = $3 and runner_id = $4 and scope = $5 and subject = $6 ";
    private static final String GET =
            "select value::text, etag from context.state where" + WHERE_SCOPE + "and name = $7";
    private static final String LIST = "select name from context.state where" + WHERE_SCOPE
            + "and name >= $7 and starts_with(name, $7) and name > $8 order by name limit $9";
    /** One statement, so that a change and its audit entry are committed together. A refused change has no entry here. */
    private static final String WRITE = """
            with change as materialized (
                select %s($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) as outcome),
            audited as (
                insert into context.audit_outbox (audit_id, entry)
                select $15::uuid, $16::text from change
                where $15::uuid is not null and change.outcome in ('changed', 'unchanged')
                on conflict do nothing)
            select outcome from change
            """;

    private static final String CHANGE = WRITE.formatted("context.change_state_v1");
    private static final String APPLY = WRITE.formatted("context.apply_state_v1");
    /** A run that was never opened gets a closed fence. */
    private static final String END = """
            insert into context.fences as f (workspace_id, run_id, attempt, ended) values ($1, $2, $3, true)
            on conflict (workspace_id, run_id) do update
                set attempt = greatest(f.attempt, excluded.attempt), ended = true, raised_at = now()
            """;

    private final Pool pool;

    public PostgresStateRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<StateValue> get(StateKey key) {
        return execute(GET, scope(key.workspaceId(), key.scope()), key.name())
                .map(rows -> rows.rowCount() == 0
                        ? new StateValue(null, null)
                        : value(rows.iterator().next()));
    }

    @Override
    public Uni<StateWrite> set(WriteClaim claim, StateKey key, JsonNode value, StateCondition condition) {
        return change(claim, key, value.toString(), condition);
    }

    @Override
    public Uni<StateWrite> delete(WriteClaim claim, StateKey key, StateCondition condition) {
        return change(claim, key, null, condition);
    }

    @Override
    public Uni<StateWrite> apply(WriteClaim claim, StateScopeKey scope, List<ConditionalChange> changes) {
        String[] names = changes.stream().map(ConditionalChange::name).toArray(String[]::new);
        @Nullable
        String[] values = changes.stream()
                .map(ConditionalChange::value)
                .map(value -> value == null ? null : value.toString())
                .toArray(String[]::new);
        @Nullable
        String[] expected = changes.stream()
                .map(ConditionalChange::condition)
                .map(PostgresStateRepository::expected)
                .toArray(String[]::new);
        return write(APPLY, claim, scope, names, values, expected);
    }

    @Override
    public Uni<StateKeys> list(String workspaceId, StateScopeKey scope, String prefix, String after, int limit) {
        return execute(LIST, scope(workspaceId, scope), prefix, after, limit + 1)
                .map(rows -> {
                    List<String> names = new ArrayList<>();
                    rows.forEach(row -> names.add(row.getString(0)));
                    return new StateKeys(names.subList(0, Math.min(limit, names.size())), names.size() > limit);
                });
    }

    @Override
    public Uni<Void> end(String workspaceId, UUID runId, int attempt) {
        return execute(END, List.of(workspaceId, runId, attempt)).replaceWithVoid();
    }

    private Uni<StateWrite> change(WriteClaim claim, StateKey key, @Nullable String value, StateCondition condition) {
        return write(CHANGE, claim, key.scope(), key.name(), value, expected(condition));
    }

    /** Calls a function of writes with the claim, the scope, the change and the limits of the scope. */
    private Uni<StateWrite> write(String function, WriteClaim claim, StateScopeKey scope, @Nullable Object... change) {
        List<Object> values =
                new ArrayList<>(List.of(claim.workspaceId(), claim.runId(), claim.attempt(), claim.operationId()));
        List<Object> inWorkspace = scope(claim.workspaceId(), scope);
        values.addAll(inWorkspace.subList(1, inWorkspace.size()));
        values.addAll(Arrays.asList(change));
        values.addAll(List.of(StateLimits.SCOPE_KEYS, StateLimits.SCOPE_BYTES));
        return execute(function, values, auditId(claim.audit()), text(claim.audit()))
                .map(rows -> outcome(rows.iterator().next().getString(0)))
                .onFailure(PostgresStateRepository::blamesData)
                .recoverWithItem(new StateWrite.Invalid());
    }

    private static @Nullable UUID auditId(@Nullable AuditEntry entry) {
        return entry == null ? null : UUID.fromString(entry.auditId());
    }

    private static @Nullable String text(@Nullable AuditEntry entry) {
        return entry == null ? null : new String(ProtocolCodec.encode(entry), StandardCharsets.UTF_8);
    }

    private static @Nullable String expected(StateCondition condition) {
        return switch (condition) {
            case StateCondition.Any() -> null;
            case StateCondition.Absent() -> "";
            case StateCondition.Unchanged(String etag) -> etag;
        };
    }

    private static StateWrite outcome(String outcome) {
        return switch (outcome) {
            case "changed" -> new StateWrite.Written(true);
            case "unchanged" -> new StateWrite.Written(false);
            case "stale" -> new StateWrite.Stale();
            case "fenced" -> new StateWrite.Fenced();
            case "too_many_keys" -> new StateWrite.TooManyKeys();
            case "too_many_bytes" -> new StateWrite.TooManyBytes();
            default -> throw new IllegalStateException("a change of state answered " + outcome);
        };
    }

    private Uni<RowSet<Row>> execute(String statement, List<Object> values, @Nullable Object... more) {
        List<Object> all = new ArrayList<>(values);
        all.addAll(Arrays.asList(more));
        return pool.preparedQuery(statement).execute(Tuple.from(all));
    }

    private static List<Object> scope(String workspaceId, StateScopeKey key) {
        return List.of(
                workspaceId,
                key.botId(),
                key.bindingId(),
                key.runnerId().toString(),
                key.scope().wire(),
                key.subject());
    }

    private static boolean blamesData(Throwable why) {
        return why instanceof PgException refusal
                && refusal.getSqlState() != null
                && (refusal.getSqlState().startsWith("22")
                        || refusal.getSqlState().startsWith("54"));
    }

    private static StateValue value(Row row) {
        try {
            return new StateValue(ProtocolCodec.mapper().readTree(row.getString(0)), row.getString(1));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the state has invalid JSON", e);
        }
    }
}
