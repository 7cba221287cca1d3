package dev.agenthost.context.semanticsearch.postgres;

import dev.agenthost.context.semanticsearch.vectorindex.ChunkRange;
import dev.agenthost.context.semanticsearch.vectorindex.RetrievalScope;
import dev.agenthost.context.semanticsearch.vectorindex.VectorRepository;
import dev.agenthost.context.semanticsearch.vectorindex.Vectors;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@link VectorRepository} in the table of chunks. */
public final class PostgresVectorRepository implements VectorRepository {
    private static final String DOCUMENTS = """
            select d.document, d.indexed_revision, d.indexed_chunks
            from context.knowledge_bases b join context.knowledge_documents d on d.kb = b.kb
            where b.workspace_id = $1 and b.kb_id = any($2) and d.indexed_revision is not null and d.embedded_by = $4
                and d.metadata @> $3::text::jsonb
            """;
    private static final String VECTORS = """
            select s.number, c.ordinal - s.low, c.vector
            from unnest($1::bigint[], $2::bigint[], $3::integer[], $4::integer[])
                with ordinality as s (document, revision, low, high, number)
            join context.knowledge_chunks c
                on c.document = s.document and c.revision = s.revision and c.ordinal >= s.low and c.ordinal < s.high
                and octet_length(c.vector) = $5
            """;

    private final Pool pool;

    public PostgresVectorRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<List<IndexedDocument>> documents(RetrievalScope scope, String model) {
        return pool.preparedQuery(DOCUMENTS)
                .execute(Tuple.of(
                        scope.workspaceId(),
                        scope.kbIds().toArray(String[]::new),
                        scope.filters().toString(),
                        model))
                .map(rows -> {
                    List<IndexedDocument> documents = new ArrayList<>();
                    rows.forEach(row ->
                            documents.add(new IndexedDocument(row.getLong(0), row.getLong(1), row.getInteger(2))));
                    return documents;
                });
    }

    @Override
    public Uni<Map<ChunkRange, float[]>> vectors(List<ChunkRange> slices, int dimensions) {
        return pool.preparedQuery(VECTORS)
                .execute(Tuple.of(
                        slices.stream().map(ChunkRange::document).toArray(Long[]::new),
                        slices.stream().map(ChunkRange::revision).toArray(Long[]::new),
                        slices.stream().map(ChunkRange::low).toArray(Integer[]::new),
                        slices.stream().map(ChunkRange::high).toArray(Integer[]::new),
                        dimensions * Float.BYTES))
                .map(rows -> {
                    Map<ChunkRange, float[]> read = new HashMap<>();
                    Map<ChunkRange, Integer> filled = new HashMap<>();
                    for (Row row : rows) {
                        ChunkRange slice = slices.get(row.getInteger(0) - 1);
                        float[] vector =
                                Vectors.of(row.getDelegate().getBuffer(2).getBytes());
                        float[] packed = read.computeIfAbsent(
                                slice, any -> new float[(slice.high() - slice.low()) * dimensions]);
                        System.arraycopy(vector, 0, packed, row.getInteger(1) * dimensions, dimensions);
                        filled.merge(slice, 1, Integer::sum);
                    }
                    read.keySet().removeIf(slice -> filled.getOrDefault(slice, 0) != slice.high() - slice.low());
                    return read;
                });
    }
}
