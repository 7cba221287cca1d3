package dev.agenthost.context.semanticsearch.postgres;

import dev.agenthost.context.semanticsearch.vectorindex.ApproximateVectorIndex;
import dev.agenthost.context.semanticsearch.vectorindex.ChunkHit;
import dev.agenthost.context.semanticsearch.vectorindex.RetrievalScope;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An index of pgvector's HNSW. Until {@link #probe()} finds the extension, the index is empty and creates nothing. Vectors are copied
 * in steps once their document is indexed, and are deleted with their chunks.
 */
@Singleton
public final class PostgresApproximateVectorIndex implements ApproximateVectorIndex {
    private static final String COVERED = """
            select coalesce(sum(d.indexed_chunks), 0), coalesce(bool_and(n.document is not null and n.left_out is null and not d.vector_copy_due), false)
            from context.knowledge_bases b join context.knowledge_documents d on d.kb = b.kb
            left join context.knowledge_near_documents n
                on n.document = d.document and n.revision = d.indexed_revision and n.model = d.embedded_by
            where b.workspace_id = $1 and b.kb_id = any($2) and d.indexed_revision is not null and d.embedded_by = $4
                and d.metadata @> $3::text::jsonb
            """;
    /**
     * Reads candidates by the index, which may store half precision and be slightly out of order, and sorts them by the stored vectors.
     */
    private static final String NEAREST = """
            with found as materialized (
                select n.document, n.ordinal, n.embedding %1$s $5::text::%2$s as distance
                from context.knowledge_near n
                where n.dimensions = %3$d and n.model = $4
                    and n.kb = any (array(
                        select b.kb from context.knowledge_bases b where b.workspace_id = $1 and b.kb_id = any($2)))
                    and (select d.metadata @> $3::text::jsonb from context.knowledge_documents d
                         where d.document = n.document and d.indexed_revision = n.revision)
                order by n.embedding::%4$s %1$s $5::text::%4$s limit $6)
            select f.document, f.ordinal from found f order by f.distance, f.document, f.ordinal
            """;
    /** Fewest candidates that the index holds during a search. */
    private static final int FEWEST_CANDIDATES = 100;

    private static final int MOST_CANDIDATES = 1_000;

    private record Installed(VectorExtension extension, IndexedDimensions lengths) {}

    private final Pool pool;
    private final VectorIndexSchema tables;
    private volatile Optional<Installed> installed = Optional.empty();

    public PostgresApproximateVectorIndex(Pool pool) {
        this.pool = pool;
        this.tables = new VectorIndexSchema(pool);
    }

    /**
     * Checks that the database has the extension, and makes the missing tables.
     *
     * @return true if it has a usable one
     */
    public Uni<Boolean> probe() {
        return tables.extension()
                .chain(found -> found.isEmpty()
                        ? Uni.createFrom().item(false).invoke(() -> installed = Optional.empty())
                        : tables.make(found.get())
                                .chain(() -> lengths(found.get()))
                                .replaceWith(true));
    }

    /**
     * Copies some vectors that the index lacks.
     *
     * @return true if there may be more to do
     */
    public Uni<Boolean> step() {
        return installed.isEmpty() ? Uni.createFrom().item(false) : step(installed.get());
    }

    private Uni<IndexedDimensions> lengths(VectorExtension extension) {
        return tables.lengths(extension).invoke(lengths -> installed = Optional.of(new Installed(extension, lengths)));
    }

    private Uni<Boolean> step(Installed now) {
        VectorIndexCopier copy =
                new VectorIndexCopier(pool, now.lengths(), now.extension().type());
        return copy.some().chain(copied -> switch (copied) {
            case CopyOutcome.Some some -> Uni.createFrom().item(true);
            case CopyOutcome.LacksIndex(int length) -> index(now.extension(), length);
            case CopyOutcome.NoDocument ignored ->
                lengths(now.extension()).chain(lengths -> left(now.extension(), lengths));
        });
    }

    /**
     * Makes an index that only an older version has, or marks left-out documents.
     *
     * @return true if there was any
     */
    private Uni<Boolean> left(VectorExtension extension, IndexedDimensions lengths) {
        return lengths.ofBefore()
                .map(length -> index(extension, length))
                .orElseGet(() -> new VectorIndexCopier(pool, lengths, extension.type()).recopy());
    }

    private Uni<Boolean> index(VectorExtension extension, int length) {
        return tables.index(extension, length).chain(made -> lengths(extension).replaceWith(made));
    }

    @Override
    public boolean holds(int dimensions) {
        return installed
                .filter(now -> now.lengths().indexed().contains(dimensions))
                .isPresent();
    }

    @Override
    public Uni<Covered> covered(RetrievalScope scope, String model) {
        return pool.preparedQuery(COVERED).execute(in(scope, model)).map(rows -> {
            Row row = rows.iterator().next();
            return new Covered(row.getLong(0), row.getBoolean(1));
        });
    }

    @Override
    public Uni<List<ChunkHit>> nearest(RetrievalScope scope, String model, float[] query, int most) {
        VectorExtension extension = installed.orElseThrow().extension();
        String sql = NEAREST.formatted(
                extension.distance(), extension.type(), query.length, extension.indexed(query.length));
        Tuple values = in(scope, model).addString(VectorText.of(query)).addInteger(most);
        return pool.withTransaction(connection -> searching(connection, extension, most)
                .chain(() -> connection.preparedQuery(sql).execute(values))
                .map(rows -> {
                    List<ChunkHit> hits = new ArrayList<>();
                    rows.forEach(row -> hits.add(new ChunkHit(row.getLong(0), row.getInteger(1))));
                    return hits;
                }));
    }

    /** Sets the search; a version of pgvector without iterative scans searches as widely as it can. */
    private static Uni<Void> searching(SqlConnection connection, VectorExtension extension, int most) {
        int wide = Math.clamp(2L * most, FEWEST_CANDIDATES, MOST_CANDIDATES);
        return connection
                .query(
                        extension.scansIteratively()
                                ? "set local hnsw.ef_search = " + wide
                                        + "; set local hnsw.iterative_scan = relaxed_order"
                                : "set local hnsw.ef_search = " + MOST_CANDIDATES)
                .execute()
                .replaceWithVoid();
    }

    private static Tuple in(RetrievalScope scope, String model) {
        return Tuple.tuple()
                .addString(scope.workspaceId())
                .addArrayOfString(scope.kbIds().toArray(String[]::new))
                .addString(scope.filters().toString())
                .addString(model);
    }
}
