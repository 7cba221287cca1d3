package dev.agenthost.context.semanticsearch.postgres;

import dev.agenthost.context.semanticsearch.transcript.SearchSettings;
import dev.agenthost.context.semanticsearch.transcript.SearchSettingsRepository;
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

/** Search settings in a table, written in one transaction with their audit entry. */
@Singleton
public final class PostgresSearchSettingsRepository implements SearchSettingsRepository {
    private static final SettingsTable<SearchSettings> TABLE = new SettingsTable<>(
            "context.search_settings",
            SearchSettings.NONE,
            List.of(new Column<>("by_meaning", SearchSettings::byMeaning)),
            row -> new SearchSettings(row.getBoolean("by_meaning"), row.getInteger("version")));
    private static final String AUDIT = """
            insert into context.event_log (workspace_id, kind, type, at, data, source)
            values ($1, 'audit', 'search.update', now(), $2::text::jsonb, 'context-store')
            """;

    private final Pool pool;

    public PostgresSearchSettingsRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<SearchSettings> find(String workspaceId) {
        return TABLE.find(pool, workspaceId);
    }

    @Override
    public Uni<WriteOutcome<SearchSettings>> put(
            String workspaceId, boolean byMeaning, ExpectedVersion expected, AuditEntry audit) {
        return pool.withTransaction(transaction -> TABLE.put(
                transaction, workspaceId, new SearchSettings(byMeaning, 0), expected, written -> written.preparedQuery(
                                AUDIT)
                        .execute(Tuple.of(workspaceId, ProtocolCodec.tree(audit).toString()))));
    }

    @Override
    public Uni<Long> waiting(String workspaceId, String model) {
        return pool.preparedQuery(EntryBacklogQueries.OF_WORKSPACE)
                .execute(Tuple.of(model, workspaceId))
                .map(rows -> rows.iterator().next().getLong(0));
    }
}
