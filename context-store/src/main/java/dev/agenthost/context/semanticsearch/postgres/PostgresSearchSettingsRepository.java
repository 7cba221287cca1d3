package dev.agenthost.context.semanticsearch.postgres;

import dev.agenthost.context.semanticsearch.transcript.SearchSettings;
import dev.agenthost.context.semanticsearch.transcript.SearchSettingsRepository;
import dev.agenthost.context.semanticsearch.transcript.SearchSettingsWriteOutcome;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.Arrays;
import java.util.Optional;

/** Search settings in a table, written in one transaction with their audit entry. */
public final class PostgresSearchSettingsRepository implements SearchSettingsRepository {
    private static final String FIND =
            "select s.by_meaning, s.version from context.search_settings s where s.workspace_id = $1";
    private static final String STORED = FIND + " for update";
    private static final String PUT = """
            insert into context.search_settings as s (workspace_id, by_meaning, version) values ($1, $2, 1)
            on conflict (workspace_id) do update set by_meaning = excluded.by_meaning, version = s.version + 1
            where $3::integer is null or s.version = $3
            returning s.version
            """;
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
        return read(pool, FIND, workspaceId);
    }

    private static Uni<SearchSettings> read(SqlClient client, String statement, String workspaceId) {
        return client.preparedQuery(statement).execute(Tuple.of(workspaceId)).map(rows -> {
            for (var row : rows) {
                return new SearchSettings(row.getBoolean(0), row.getInteger(1));
            }
            return SearchSettings.NONE;
        });
    }

    @Override
    public Uni<SearchSettingsWriteOutcome> put(
            String workspaceId, boolean byMeaning, Optional<Integer> expected, AuditEntry audit) {
        return pool.withTransaction(
                connection -> read(connection, STORED, workspaceId).chain(stored -> {
                    boolean exists = stored.version() > 0;
                    if (exists
                            && stored.byMeaning() == byMeaning
                            && expected.map(version -> version == stored.version())
                                    .orElse(true)) {
                        // An equal value is no change: its version stays.
                        return Uni.createFrom().item(new SearchSettingsWriteOutcome.Written(stored));
                    }
                    return !exists && expected.orElse(0) > 0
                            ? Uni.createFrom().item(new SearchSettingsWriteOutcome.Stale())
                            : write(connection, workspaceId, byMeaning, expected, audit);
                }));
    }

    private static Uni<SearchSettingsWriteOutcome> write(
            SqlClient transaction,
            String workspaceId,
            boolean byMeaning,
            Optional<Integer> expected,
            AuditEntry audit) {
        return transaction
                .preparedQuery(PUT)
                .execute(Tuple.from(Arrays.asList(workspaceId, byMeaning, expected.orElse(null))))
                .chain(rows -> rows.size() == 0
                        ? Uni.createFrom().item(new SearchSettingsWriteOutcome.Stale())
                        : transaction
                                .preparedQuery(AUDIT)
                                .execute(Tuple.of(
                                        workspaceId, ProtocolCodec.tree(audit).toString()))
                                .replaceWith(new SearchSettingsWriteOutcome.Written(new SearchSettings(
                                        byMeaning, rows.iterator().next().getInteger(0)))));
    }

    @Override
    public Uni<Long> waiting(String workspaceId, String model) {
        return pool.preparedQuery(EntryBacklogQueries.OF_WORKSPACE)
                .execute(Tuple.of(model, workspaceId))
                .map(rows -> rows.iterator().next().getLong(0));
    }
}
