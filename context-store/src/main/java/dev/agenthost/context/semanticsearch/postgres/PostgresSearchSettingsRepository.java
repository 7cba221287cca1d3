package dev.agenthost.context.semanticsearch.postgres;

import dev.agenthost.context.semanticsearch.transcript.SearchSettings;
import dev.agenthost.context.semanticsearch.transcript.SearchSettingsRepository;
import dev.agenthost.context.semanticsearch.transcript.SearchSettingsWriteOutcome;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.Arrays;
import java.util.Optional;

/** Search settings in a table, written with their audit entry by the function {@code context.put_search_settings_v1}. */
public final class PostgresSearchSettingsRepository implements SearchSettingsRepository {
    private static final String FIND =
            "select s.by_meaning, s.version from context.search_settings s where s.workspace_id = $1";
    private static final String PUT = "select context.put_search_settings_v1($1, $2, $3, $4::text::jsonb)";

    private final Pool pool;

    public PostgresSearchSettingsRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<SearchSettings> find(String workspaceId) {
        return pool.preparedQuery(FIND).execute(Tuple.of(workspaceId)).map(rows -> {
            for (var row : rows) {
                return new SearchSettings(row.getBoolean(0), row.getInteger(1));
            }
            return SearchSettings.NONE;
        });
    }

    @Override
    public Uni<SearchSettingsWriteOutcome> put(
            String workspaceId, boolean byMeaning, Optional<Integer> expected, AuditEntry audit) {
        return pool.preparedQuery(PUT)
                .execute(Tuple.from(Arrays.asList(
                        workspaceId,
                        byMeaning,
                        expected.orElse(null),
                        ProtocolCodec.tree(audit).toString())))
                .map(rows -> {
                    Integer version = rows.iterator().next().getInteger(0);
                    return version == null
                            ? new SearchSettingsWriteOutcome.Stale()
                            : new SearchSettingsWriteOutcome.Written(new SearchSettings(byMeaning, version));
                });
    }

    @Override
    public Uni<Long> waiting(String workspaceId, String model) {
        return pool.preparedQuery(EntryBacklogQueries.OF_WORKSPACE)
                .execute(Tuple.of(model, workspaceId))
                .map(rows -> rows.iterator().next().getLong(0));
    }
}
