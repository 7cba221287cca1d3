package dev.agenthost.context.datalifecycle.postgres;

import dev.agenthost.context.datalifecycle.Retention;
import dev.agenthost.context.datalifecycle.RetentionDays;
import dev.agenthost.context.datalifecycle.RetentionRepository;
import dev.agenthost.context.datalifecycle.RetentionRules;
import dev.agenthost.context.datalifecycle.RetentionWrite;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.Arrays;
import java.util.Optional;

/** Retention by the functions {@code context.set_retention_v1}, {@code drop_event_log_v1} and {@code retention_step_v1}. */
public final class PostgresRetentionRepository implements RetentionRepository {
    /** Rows that a step deletes, about. */
    private static final int AT_ONCE = 2000;

    private static final String FIND = """
            select r.conversations_days, r.audit_days, r.artifacts_days, r.state_days, r.raw_days, r.version
            from context.retention r where r.workspace_id = $1
            """;
    private static final String PUT = "select context.set_retention_v1($1, $2, $3, $4, $5, $6, $7, $8::text::jsonb)";
    private static final String DROP = "select context.drop_event_log_v1($1, $2, $3, $4)";
    private static final String STEP = "select context.retention_step_v1($1, $2, $3, $4, $5, $6, $7, $8, $9)";

    private final Pool pool;
    private final RetentionRules rules;

    public PostgresRetentionRepository(Pool pool, RetentionRules rules) {
        this.pool = pool;
        this.rules = rules;
    }

    @Override
    public Uni<Retention> find(String workspaceId) {
        return pool.preparedQuery(FIND)
                .execute(Tuple.of(workspaceId))
                .map(rows ->
                        rows.size() == 0 ? Retention.NONE : read(rows.iterator().next()));
    }

    @Override
    public Uni<RetentionWrite> put(
            String workspaceId, RetentionDays own, Optional<Integer> expected, AuditEntry audit) {
        return pool.preparedQuery(PUT)
                .execute(Tuple.from(Arrays.asList(
                        workspaceId,
                        own.conversations(),
                        own.audit(),
                        own.artifacts(),
                        own.state(),
                        own.raw(),
                        expected.orElse(null),
                        ProtocolCodec.tree(audit).toString())))
                .map(rows -> {
                    Integer version = rows.iterator().next().getInteger(0);
                    return version == null
                            ? new RetentionWrite.Stale()
                            : new RetentionWrite.Written(new Retention(own, version));
                });
    }

    @Override
    public Uni<Integer> drop() {
        return pool.preparedQuery(DROP)
                .execute(Tuple.of(
                        rules.conversations().usual(),
                        rules.conversations().most(),
                        rules.audit().usual(),
                        rules.audit().most()))
                .map(rows -> rows.iterator().next().getInteger(0));
    }

    @Override
    public Uni<Boolean> step() {
        return pool.preparedQuery(STEP)
                .execute(Tuple.from(Arrays.asList(
                        rules.conversations().usual(),
                        rules.conversations().most(),
                        rules.audit().usual(),
                        rules.audit().most(),
                        rules.state().usual(),
                        rules.state().most(),
                        rules.artifacts().usual(),
                        rules.artifacts().most(),
                        AT_ONCE)))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    private static Retention read(Row row) {
        return new Retention(
                new RetentionDays(
                        row.getInteger(0), row.getInteger(1), row.getInteger(2), row.getInteger(3), row.getInteger(4)),
                row.getInteger(5));
    }
}
