package dev.agenthost.context.knowledge.retrieve.near.postgres;

import dev.agenthost.context.knowledge.retrieve.Vectors;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Copies vectors of documents that are indexed to where the index is, a few at a time: replicas take different documents. */
final class NearCopy {
    private static final int AT_ONCE = 64;

    private static final String NEXT = """
            select d.document, d.indexed_revision, d.embedded_by, d.indexed_chunks,
                coalesce((select max(p.place) + 1 from context.knowledge_near p
                          where p.document = d.document and p.revision = d.indexed_revision), 0) as from_place
            from context.knowledge_documents d
            left join context.knowledge_near_documents n
                on n.document = d.document and n.revision = d.indexed_revision and n.model = d.embedded_by
            where d.indexed_revision is not null and d.indexed_chunks > 0 and n.document is null
            order by d.document limit 1
            """;
    private static final String ALONE = NEXT + " for no key update of d skip locked";
    private static final String DIMENSIONS = """
            select octet_length(c.vector) / 4 from (%s) w
            join context.knowledge_chunks c on c.document = w.document and c.revision = w.indexed_revision and c.place = 0
            """.formatted(NEXT);
    private static final String READ = """
            select c.place, c.kb, c.vector from context.knowledge_chunks c
            where c.document = $1 and c.revision = $2 and c.place >= $3 and c.embedded_by = $4 order by c.place limit $5
            """;
    private static final String WRITE = """
            insert into context.knowledge_near (document, revision, place, kb, model, dimensions, embedding)
            values ($1, $2, $3, $4, $5, $6, $7::text::%s)
            on conflict (document, revision, place) do nothing
            """;
    private static final String DONE = """
            insert into context.knowledge_near_documents as n (document, revision, model) values ($1, $2, $3)
            on conflict (document) do update set revision = excluded.revision, model = excluded.model
            """;

    private final Pool pool;
    private final VectorExtension extension;
    private final Set<Integer> indexed;
    private final int mostIndexes;

    /** @param indexed the numbers of dimensions that have an index */
    NearCopy(Pool pool, VectorExtension extension, Set<Integer> indexed, int mostIndexes) {
        this.pool = pool;
        this.extension = extension;
        this.indexed = indexed;
        this.mostIndexes = mostIndexes;
    }

    /** Whether vectors of so many numbers have an index, or may get one. */
    boolean mayBeIndexed(int dimensions) {
        return indexed.contains(dimensions) || indexed.size() < mostIndexes && dimensions <= extension.mostDimensions();
    }

    /** The numbers of the vectors that are next; empty where nothing is left. */
    Uni<Optional<Integer>> next() {
        return pool.query(DIMENSIONS).execute().map(rows -> {
            for (Row row : rows) {
                return Optional.of(row.getInteger(0));
            }
            return Optional.empty();
        });
    }

    /** @return whether any document was left that nobody else is at, and that has its index already */
    Uni<Boolean> some() {
        return pool.withTransaction(
                connection -> connection.query(ALONE).execute().chain(rows -> {
                    for (Row row : rows) {
                        return copied(connection, row);
                    }
                    return Uni.createFrom().item(false);
                }));
    }

    private Uni<Boolean> copied(SqlConnection connection, Row next) {
        long document = next.getLong(0);
        long revision = next.getLong(1);
        String model = next.getString(2);
        int from = next.getInteger(4);
        return connection
                .preparedQuery(READ)
                .execute(Tuple.of(document, revision, from, model, AT_ONCE))
                .chain(read -> {
                    if (waits(read)) {
                        return Uni.createFrom().item(false);
                    }
                    List<Tuple> rows = rows(document, revision, model, read);
                    boolean isLast = rows.isEmpty() || from + read.size() >= next.getInteger(3);
                    return write(connection, rows)
                            .chain(() -> isLast
                                    ? connection
                                            .preparedQuery(DONE)
                                            .execute(Tuple.of(document, revision, model))
                                            .replaceWithVoid()
                                    : Uni.createFrom().voidItem())
                            .replaceWith(true);
                });
    }

    /** Another document than the one that was looked at, because that one is another's now, may be the first of its length. */
    private boolean waits(RowSet<Row> read) {
        for (Row row : read) {
            int dimensions = row.getBuffer(2).length() / Float.BYTES;
            return mayBeIndexed(dimensions) && !indexed.contains(dimensions);
        }
        return false;
    }

    /** What has no index is not copied: whoever asks for it looks at every vector. */
    private List<Tuple> rows(long document, long revision, String model, RowSet<Row> read) {
        List<Tuple> rows = new ArrayList<>();
        for (Row row : read) {
            float[] vector = Vectors.of(row.getDelegate().getBuffer(2).getBytes());
            if (indexed.contains(vector.length)) {
                rows.add(Tuple.tuple()
                        .addLong(document)
                        .addLong(revision)
                        .addInteger(row.getInteger(0))
                        .addLong(row.getLong(1))
                        .addString(model)
                        .addInteger(vector.length)
                        .addString(VectorText.of(vector)));
            }
        }
        return rows;
    }

    private Uni<Void> write(SqlConnection connection, List<Tuple> rows) {
        return rows.isEmpty()
                ? Uni.createFrom().voidItem()
                : connection
                        .preparedQuery(WRITE.formatted(extension.type()))
                        .executeBatch(rows)
                        .replaceWithVoid();
    }
}
