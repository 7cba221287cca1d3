package dev.agenthost.context.datalifecycle.postgres;

import dev.agenthost.context.datalifecycle.Retention;
import dev.agenthost.context.datalifecycle.RetentionDays;
import dev.agenthost.context.datalifecycle.RetentionRepository;
import dev.agenthost.context.datalifecycle.RetentionRules;
import dev.agenthost.platform.postgres.SettingsTable;
import dev.agenthost.platform.postgres.VersionedTable.Column;
import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.platform.rest.WriteOutcome;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.List;

/** Retention settings in a table, and the daily pass over expired data. */
@Singleton
public final class PostgresRetentionRepository implements RetentionRepository {
    /** Rows that a step deletes, about. */
    private static final int AT_ONCE = 2000;

    private static final SettingsTable<Retention> TABLE = new SettingsTable<>(
            "context.retention",
            Retention.NONE,
            List.of(
                    new Column<>(
                            "conversations_days", retention -> retention.own().conversations()),
                    new Column<>("audit_days", retention -> retention.own().audit()),
                    new Column<>("artifacts_days", retention -> retention.own().artifacts()),
                    new Column<>("state_days", retention -> retention.own().state()),
                    new Column<>("raw_days", retention -> retention.own().raw())),
            row -> new Retention(
                    new RetentionDays(
                            row.getInteger("conversations_days"),
                            row.getInteger("audit_days"),
                            row.getInteger("artifacts_days"),
                            row.getInteger("state_days"),
                            row.getInteger("raw_days")),
                    row.getInteger("version")));
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
        return TABLE.find(pool, workspaceId);
    }

    @Override
    public Uni<WriteOutcome<Retention>> put(
            String workspaceId, RetentionDays own, ExpectedVersion expected, AuditEntry audit) {
        return pool.withTransaction(transaction -> TABLE.put(
                transaction, workspaceId, new Retention(own, 0), expected, written -> written.preparedQuery(AUDIT)
                        .execute(Tuple.of(workspaceId, ProtocolCodec.tree(audit).toString()))
                        .chain(() -> written.query(RERUN).execute())));
    }

    @Override
    public Uni<Integer> drop() {
        return new ExpiredPartitions(pool, rules).drop();
    }

    @Override
    public Uni<Boolean> step() {
        return pool.withTransaction(connection -> new RetentionSweep(connection, rules, AT_ONCE).step());
    }
}
