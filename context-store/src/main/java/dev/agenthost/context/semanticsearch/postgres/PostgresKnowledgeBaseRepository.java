package dev.agenthost.context.semanticsearch.postgres;

import dev.agenthost.context.semanticsearch.knowledge.ChunkSizes;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeBase;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeBaseRepository;
import dev.agenthost.platform.postgres.ChangeJournal;
import dev.agenthost.platform.postgres.PostgresVersionedRepository;
import dev.agenthost.platform.postgres.VersionedTable;
import dev.agenthost.platform.postgres.VersionedTable.Column;
import dev.agenthost.protocol.store.knowledge.KnowledgeFact;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;

/** {@link KnowledgeBaseRepository} in a table. */
@Singleton
public final class PostgresKnowledgeBaseRepository extends PostgresVersionedRepository<KnowledgeBase>
        implements KnowledgeBaseRepository {
    private static final VersionedTable<KnowledgeBase> TABLE = new VersionedTable<>(
            "context.knowledge_bases",
            "knowledge_base",
            "kb_id",
            List.of(
                    new Column<>("name", KnowledgeBase::name),
                    new Column<>("description", KnowledgeBase::description),
                    new Column<>("embedding", KnowledgeBase::embedding),
                    new Column<>("embedding_model", KnowledgeBase::embeddingModel),
                    new Column<>("chunk_size", base -> base.chunks().size()),
                    new Column<>("chunk_overlap", base -> base.chunks().overlap())),
            row -> new KnowledgeBase(
                    row.getString("workspace_id"),
                    row.getString("id"),
                    row.getString("name"),
                    row.getString("description"),
                    row.getString("embedding"),
                    row.getString("embedding_model"),
                    new ChunkSizes(row.getInteger("chunk_size"), row.getInteger("chunk_overlap")),
                    row.getInteger("version")));

    private static final String NAMED = """
            select b.kb_id, b.name, b.description
            from unnest($2::text[]) with ordinality as n (kb_id, ordinal)
            join context.knowledge_bases b on b.workspace_id = $1 and b.kb_id = n.kb_id
            order by n.ordinal
            """;

    private static final String WAITING = """
            select count(*) from context.knowledge_bases b join context.knowledge_documents d on d.kb = b.kb
            where b.workspace_id = $1 and b.kb_id = $2 and d.status = 'pending'
            """;

    private final Pool pool;

    public PostgresKnowledgeBaseRepository(Pool pool, ChangeJournal journal) {
        super(pool, TABLE, journal, new KnowledgeBaseSteps());
        this.pool = pool;
    }

    @Override
    public Uni<List<KnowledgeFact>> named(String workspaceId, List<String> kbIds) {
        if (kbIds.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        return pool.preparedQuery(NAMED)
                .execute(Tuple.of(workspaceId, kbIds.toArray(String[]::new)))
                .map(rows -> {
                    List<KnowledgeFact> facts = new ArrayList<>();
                    rows.forEach(
                            row -> facts.add(new KnowledgeFact(row.getString(0), row.getString(1), row.getString(2))));
                    return facts;
                });
    }

    @Override
    public Uni<Long> waiting(String workspaceId, String kbId) {
        return pool.preparedQuery(WAITING)
                .execute(Tuple.of(workspaceId, kbId))
                .map(rows -> rows.iterator().next().getLong(0));
    }
}
