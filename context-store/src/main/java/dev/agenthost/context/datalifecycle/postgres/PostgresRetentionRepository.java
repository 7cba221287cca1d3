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
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.Arrays;
import java.util.Optional;

/** Retention settings in a table, and the daily pass over expired data. */
public final class PostgresRetentionRepository implements RetentionRepository {
    /** Rows that a step deletes, about. */
    private static final int AT_ONCE = 2000;

    private static final String FIND = """
            select r.conversations_days, r.audit_days, r.artifacts_days, r.state_days, r.raw_days, r.version
            from context.retention r where r.workspace_id = $1
            """;
    private static final String STORED = FIND + " for update";
    private static final String PUT = """
            insert into context.retention as r
                (workspace_id, conversations_days, audit_days, artifacts_days, state_days, raw_days, version)
            values ($1, $2, $3, $4, $5, $6, 1)
            on conflict (workspace_id) do update
                set conversations_days = excluded.conversations_days, audit_days = excluded.audit_days,
                    artifacts_days = excluded.artifacts_days, state_days = excluded.state_days, raw_days = excluded.raw_days,
                    version = r.version + 1
                where $7::integer is null or r.version = $7
            returning r.version
            """;
    private static final String AUDIT = """
            insert into context.event_log (workspace_id, kind, type, at, data, source)
            values ($1, 'audit', 'retention.update', now(), $2::text::jsonb, 'context-store')
            """;
    /** The current pass continues to its end, for other workspaces; another one follows it. */
    private static final String RERUN = "update context.retention_pass set rerun = true where not rerun";

    private final Pool pool;
    private final RetentionRules rules;

    public PostgresRetentionRepository(Pool pool, RetentionRules rules) {
        this.pool = pool;
        this.rules = rules;
    }

    @Override
    public Uni<Retention> find(String workspaceId) {
        return read(pool, FIND, workspaceId);
    }

    private static Uni<Retention> read(SqlClient client, String statement, String workspaceId) {
        return client.preparedQuery(statement)
                .execute(Tuple.of(workspaceId))
                .map(rows ->
                        rows.size() == 0 ? Retention.NONE : read(rows.iterator().next()));
    }

    @Override
    public Uni<RetentionWrite> put(
            String workspaceId, RetentionDays own, Optional<Integer> expected, AuditEntry audit) {
        return pool.withTransaction(
                connection -> read(connection, STORED, workspaceId).chain(stored -> {
                    boolean exists = stored.version() > 0;
                    if (exists
                            && stored.own().equals(own)
                            && expected.map(version -> version == stored.version())
                                    .orElse(true)) {
                        // Equal values are no change: their version stays.
                        return Uni.createFrom().item(new RetentionWrite.Written(stored));
                    }
                    return !exists && expected.orElse(0) > 0
                            ? Uni.createFrom().item(new RetentionWrite.Stale())
                            : write(connection, workspaceId, own, expected, audit);
                }));
    }

    private static Uni<RetentionWrite> write(
            SqlClient transaction,
            String workspaceId,
            RetentionDays own,
            Optional<Integer> expected,
            AuditEntry audit) {
        return transaction
                .preparedQuery(PUT)
                .execute(Tuple.from(Arrays.asList(
                        workspaceId,
                        own.conversations(),
                        own.audit(),
                        own.artifacts(),
                        own.state(),
                        own.raw(),
                        expected.orElse(null))))
                .chain(rows -> rows.size() == 0
                        ? Uni.createFrom().item(new RetentionWrite.Stale())
                        : transaction
                                .preparedQuery(AUDIT)
                                .execute(Tuple.of(
                                        workspaceId, ProtocolCodec.tree(audit).toString()))
                                .chain(() -> transaction.query(RERUN).execute())
                                .replaceWith(new RetentionWrite.Written(new Retention(
                                        own, rows.iterator().next().getInteger(0)))));
    }

    @Override
    public Uni<Integer> drop() {
        return new ExpiredPartitions(pool, rules).drop();
    }

    @Override
    public Uni<Boolean> step() {
        return pool.withTransaction(connection -> new RetentionSweep(connection, rules, AT_ONCE).step());
    }

    private static Retention read(Row row) {
        return new Retention(
                new RetentionDays(
                        row.getInteger(0), row.getInteger(1), row.getInteger(2), row.getInteger(3), row.getInteger(4)),
                row.getInteger(5));
    }
}
