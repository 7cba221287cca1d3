package dev.agenthost.context.semanticsearch.postgres;

import dev.agenthost.context.semanticsearch.knowledge.ChunkSizes;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeBase;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeBaseRepository;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeBaseWriteOutcome;
import dev.agenthost.protocol.store.knowledge.KnowledgeFact;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@link KnowledgeBaseRepository} in a table. */
public final class PostgresKnowledgeBaseRepository implements KnowledgeBaseRepository {
    private static final String COLUMNS =
            "workspace_id, kb_id, name, description, embedding, chunk_size, chunk_overlap, version, embedding_model";

    private static final String FIND =
            "select " + COLUMNS + " from context.knowledge_bases where workspace_id = $1 and kb_id = $2";

    private static final String PAGE = "select " + COLUMNS
            + " from context.knowledge_bases where workspace_id = $1 and kb_id > $2 order by kb_id limit $3";

    private static final String NAMED = """
            select b.kb_id, b.name, b.description
            from unnest($2::text[]) with ordinality as n (kb_id, place)
            join context.knowledge_bases b on b.workspace_id = $1 and b.kb_id = n.kb_id
            order by n.place
            """;

    private static final String WAITING = """
            select count(*) from context.knowledge_bases b join context.knowledge_documents d on d.kb = b.kb
            where b.workspace_id = $1 and b.kb_id = $2 and d.status = 'pending'
            """;

    private static final String COUNT = "select count(*) from context.knowledge_bases where workspace_id = $1";

    private static final String CREATE = """
            insert into context.knowledge_bases (workspace_id, kb_id, name, description, embedding, chunk_size, chunk_overlap,
                embedding_model)
            values ($1, $2, $3, $4, $5, $6, $7, $8)
            on conflict (workspace_id, kb_id) do nothing returning\s""" + COLUMNS;

    private static final String REPLACE = """
            update context.knowledge_bases set name = $3, description = $4, embedding = $5, chunk_size = $6, chunk_overlap = $7,
                embedding_model = $8, version = version + 1, changed_at = clock_timestamp()
            where workspace_id = $1 and kb_id = $2 returning\s""" + COLUMNS;

    private static final String LOCKED = FIND + " for update";

    private static final String REINDEX = """
            update context.knowledge_documents d
            set status = 'pending', reason = null, revision = d.revision + 1, claim_id = null, claims = 0, due_at = clock_timestamp()
            from context.knowledge_bases b
            where b.workspace_id = $1 and b.kb_id = $2 and d.kb = b.kb
            """;

    private static final String EMPTY = """
            delete from context.knowledge_documents d using context.knowledge_bases b
            where b.workspace_id = $1 and b.kb_id = $2 and d.kb = b.kb returning d.content_id
            """;

    private static final String DELETE =
            "delete from context.knowledge_bases where workspace_id = $1 and kb_id = $2 returning " + COLUMNS;

    private static final String FORGET = "delete from context.knowledge_contents where content_id = any($1)";

    private final Pool pool;

    public PostgresKnowledgeBaseRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Optional<KnowledgeBase>> find(String workspaceId, String kbId) {
        return query(pool, FIND, Tuple.of(workspaceId, kbId))
                .map(bases -> bases.stream().findFirst());
    }

    @Override
    public Uni<List<KnowledgeBase>> page(String workspaceId, @Nullable String after, int most) {
        return query(pool, PAGE, Tuple.of(workspaceId, after == null ? "" : after, most));
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

    /** Locks the workspace, because two concurrent creations could exceed the limit together. */
    @Override
    public Uni<KnowledgeBaseWriteOutcome> create(KnowledgeBase base) {
        return pool.preparedQuery(COUNT)
                .execute(Tuple.of(base.workspaceId()))
                .chain(rows -> rows.iterator().next().getLong(0) >= MOST
                        ? Uni.createFrom().item(new KnowledgeBaseWriteOutcome.TooMany(MOST))
                        : query(pool, CREATE, values(base))
                                .map(made -> made.isEmpty()
                                        ? new KnowledgeBaseWriteOutcome.Exists()
                                        : new KnowledgeBaseWriteOutcome.Done(made.getFirst())));
    }

    @Override
    public Uni<KnowledgeBaseWriteOutcome> replace(KnowledgeBase base, Optional<Integer> expected) {
        return guarded(base.workspaceId(), base.kbId(), expected, (connection, before) -> {
            Uni<KnowledgeBase> replaced =
                    query(connection, REPLACE, values(base)).map(List::getFirst);
            boolean same = before.chunks().equals(base.chunks())
                    && before.embedding().equals(base.embedding())
                    && Objects.equals(before.embeddingModel(), base.embeddingModel());
            return same
                    ? replaced
                    : replaced.call(
                            () -> connection.preparedQuery(REINDEX).execute(Tuple.of(base.workspaceId(), base.kbId())));
        });
    }

    @Override
    public Uni<KnowledgeBaseWriteOutcome> delete(String workspaceId, String kbId, Optional<Integer> expected) {
        Tuple named = Tuple.of(workspaceId, kbId);
        return guarded(workspaceId, kbId, expected, (connection, before) -> connection
                .preparedQuery(EMPTY)
                .execute(named)
                .chain(rows -> connection.preparedQuery(DELETE).execute(named).chain(() -> connection
                        .preparedQuery(FORGET)
                        .execute(Tuple.of(contents(rows)))))
                .replaceWith(before));
    }

    private interface Change {
        Uni<KnowledgeBase> make(SqlClient connection, KnowledgeBase before);
    }

    /** Serialises changes; each expects a version. */
    private Uni<KnowledgeBaseWriteOutcome> guarded(
            String workspaceId, String kbId, Optional<Integer> expected, Change change) {
        return pool.withTransaction(connection -> query(connection, LOCKED, Tuple.of(workspaceId, kbId))
                .chain(found -> {
                    if (found.isEmpty()) {
                        return Uni.createFrom().item(new KnowledgeBaseWriteOutcome.Missing());
                    }
                    KnowledgeBase before = found.getFirst();
                    return expected.isPresent() && expected.get() != before.version()
                            ? Uni.createFrom().item(new KnowledgeBaseWriteOutcome.Stale(before.version()))
                            : change.make(connection, before).map(KnowledgeBaseWriteOutcome.Done::new);
                }));
    }

    private static UUID[] contents(RowSet<Row> rows) {
        List<UUID> contents = new ArrayList<>();
        rows.forEach(row -> contents.add(row.getUUID(0)));
        return contents.toArray(UUID[]::new);
    }

    private static Tuple values(KnowledgeBase base) {
        return Tuple.from(new ArrayList<>(Arrays.asList(
                base.workspaceId(),
                base.kbId(),
                base.name(),
                base.description(),
                base.embedding(),
                base.chunks().size(),
                base.chunks().overlap(),
                base.embeddingModel())));
    }

    private static Uni<List<KnowledgeBase>> query(SqlClient client, String statement, Tuple values) {
        return client.preparedQuery(statement).execute(values).map(rows -> {
            List<KnowledgeBase> bases = new ArrayList<>();
            rows.forEach(row -> bases.add(base(row)));
            return bases;
        });
    }

    private static KnowledgeBase base(Row row) {
        return new KnowledgeBase(
                row.getString(0),
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getString(8),
                new ChunkSizes(row.getInteger(5), row.getInteger(6)),
                row.getInteger(7));
    }
}
