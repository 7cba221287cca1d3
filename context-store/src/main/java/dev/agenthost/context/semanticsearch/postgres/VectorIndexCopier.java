package dev.agenthost.context.semanticsearch.postgres;

import dev.agenthost.context.semanticsearch.vectorindex.Vectors;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Copies vectors of indexed documents to the table of the index, a few at a time. Documents to copy are marked: an index finds them, and
 * replicas take different ones.
 */
final class VectorIndexCopier {
    private static final int AT_ONCE = 64;
    private static final int DOCUMENTS_AT_ONCE = 256;

    /** Finds the next marked document. An older version may have copied it without the mark, or left it out without a record. */
    static final String NEXT = """
            select d.document, d.indexed_revision, d.embedded_by, d.indexed_chunks,
                coalesce((select max(p.ordinal) + 1 from context.knowledge_near p
                          where p.document = d.document and p.revision = d.indexed_revision), 0) as from_place,
                exists (select from context.knowledge_near_documents n
                        where n.document = d.document and n.revision = d.indexed_revision and n.model = d.embedded_by) as done
            from context.knowledge_documents d
            where d.vector_copy_due and d.indexed_revision is not null and d.indexed_chunks > 0
            order by d.document limit 1 for no key update of d skip locked
            """;

    private static final String SETTLE = """
            update context.knowledge_documents set vector_copy_due = false where document = any (array(
                select d.document from context.knowledge_documents d join context.knowledge_near_documents n
                    on n.document = d.document and n.revision = d.indexed_revision and n.model = d.embedded_by
                where d.vector_copy_due and d.indexed_revision is not null and d.indexed_chunks > 0 and exists (
                    select from context.knowledge_near p where p.document = d.document and p.revision = d.indexed_revision)
                order by d.document limit $1 for no key update of d skip locked))
            """;
    private static final String READ = """
            select c.ordinal, c.kb, c.vector from context.knowledge_chunks c
            where c.document = $1 and c.revision = $2 and c.ordinal >= $3 and c.embedded_by = $4 order by c.ordinal limit $5
            """;
    private static final String WRITE = """
            insert into context.knowledge_near (document, revision, ordinal, kb, model, dimensions, embedding)
            values ($1, $2, $3, $4, $5, $6, $7::text::%s)
            on conflict (document, revision, ordinal) do nothing
            """;
    private static final String DONE = """
            insert into context.knowledge_near_documents as n (document, revision, model, left_out) values ($1, $2, $3, $4)
            on conflict (document) do update
                set revision = excluded.revision, model = excluded.model, left_out = excluded.left_out
            """;
    private static final String MARKED =
            "update context.knowledge_documents set vector_copy_due = false where document = $1";
    /** Locks the document before the record of its copy, as copying does. */
    private static final String AGAIN = """
            with again as (
                select d.document from context.knowledge_near_documents n join context.knowledge_documents d on d.document = n.document
                where n.left_out is not null and (n.left_out = any ($1) or n.left_out <= $2)
                limit $3 for no key update of d skip locked
            ), gone as (
                delete from context.knowledge_near_documents n using again a where n.document = a.document)
            update context.knowledge_documents d set vector_copy_due = true from again a where d.document = a.document
            """;

    private final Pool pool;
    private final IndexedDimensions lengths;
    private final String type;

    /** @param type of the stored vectors */
    VectorIndexCopier(Pool pool, IndexedDimensions lengths, String type) {
        this.pool = pool;
        this.lengths = lengths;
        this.type = type;
    }

    /** Copies vectors of one document that no other replica copies, and whose index exists. */
    Uni<CopyOutcome> some() {
        return pool.withTransaction(
                connection -> connection.query(NEXT).execute().chain(rows -> {
                    for (Row row : rows) {
                        return row.getBoolean(5) && row.getInteger(4) > 0
                                ? settled(connection)
                                : copied(connection, row);
                    }
                    return Uni.createFrom().item(new CopyOutcome.NoDocument());
                }));
    }

    /**
     * Marks documents that were left out and may have an index now.
     *
     * @return true if there were any
     */
    Uni<Boolean> recopy() {
        return pool.preparedQuery(AGAIN)
                .execute(
                        Tuple.of(lengths.indexed().toArray(Integer[]::new), lengths.mostOfANewOne(), DOCUMENTS_AT_ONCE))
                .map(rows -> rows.rowCount() > 0);
    }

    private static Uni<CopyOutcome> settled(SqlConnection connection) {
        return connection
                .preparedQuery(SETTLE)
                .execute(Tuple.of(DOCUMENTS_AT_ONCE))
                .replaceWith(new CopyOutcome.Some());
    }

    private Uni<CopyOutcome> copied(SqlConnection connection, Row next) {
        long document = next.getLong(0);
        long revision = next.getLong(1);
        String model = next.getString(2);
        int from = next.getInteger(4);
        return connection
                .preparedQuery(READ)
                .execute(Tuple.of(document, revision, from, model, AT_ONCE))
                .chain(read -> {
                    OptionalInt length = length(read);
                    if (length.isPresent() && lengths.lacks(length.getAsInt())) {
                        return Uni.createFrom().item(new CopyOutcome.LacksIndex(length.getAsInt()));
                    }
                    List<Tuple> rows = rows(document, revision, model, read);
                    boolean isLast = rows.isEmpty() || from + read.size() >= next.getInteger(3);
                    Integer markLeftOut = rows.isEmpty() && length.isPresent() ? length.getAsInt() : null;
                    return write(connection, rows)
                            .chain(() -> isLast
                                    ? done(connection, Tuple.of(document, revision, model, markLeftOut))
                                    : Uni.createFrom().voidItem())
                            .replaceWith(new CopyOutcome.Some());
                });
    }

    private static Uni<Void> done(SqlConnection connection, Tuple values) {
        return connection
                .preparedQuery(DONE)
                .execute(values)
                .chain(() -> connection.preparedQuery(MARKED).execute(Tuple.of(values.getLong(0))))
                .replaceWithVoid();
    }

    private static OptionalInt length(RowSet<Row> read) {
        for (Row row : read) {
            return OptionalInt.of(row.getBuffer(2).length() / Float.BYTES);
        }
        return OptionalInt.empty();
    }

    /** Makes the rows to copy. Vectors without an index are not copied: a search for them compares every vector. */
    private List<Tuple> rows(long document, long revision, String model, RowSet<Row> read) {
        List<Tuple> rows = new ArrayList<>();
        for (Row row : read) {
            float[] vector = Vectors.of(row.getDelegate().getBuffer(2).getBytes());
            if (lengths.indexed().contains(vector.length)) {
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
                        .preparedQuery(WRITE.formatted(type))
                        .executeBatch(rows)
                        .replaceWithVoid();
    }
}
