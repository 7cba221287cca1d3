package dev.agenthost.context.semanticsearch.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Pgvector;
import dev.agenthost.context.semanticsearch.vectorindex.ApproximateVectorIndex;
import dev.agenthost.context.semanticsearch.vectorindex.BruteForceVectorIndex;
import dev.agenthost.context.semanticsearch.vectorindex.FallbackVectorIndex;
import dev.agenthost.context.semanticsearch.vectorindex.RetrievalScope;
import dev.agenthost.context.semanticsearch.vectorindex.VectorCache;
import dev.agenthost.context.semanticsearch.vectorindex.VectorIndex;
import dev.agenthost.context.semanticsearch.vectorindex.VectorIndexSuite;
import dev.agenthost.context.semanticsearch.vectorindex.Vectors;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests pgvector's HNSW; skipped without pgvector. */
class NearVectorIndexTest extends VectorIndexSuite {
    private static Database database;

    private final AtomicInteger comparedCompletely = new AtomicInteger();

    @BeforeAll
    static void open() {
        database = Pgvector.database();
    }

    @AfterAll
    static void close() {
        if (database != null) {
            database.close();
        }
    }

    @Override
    protected Database database() {
        return database;
    }

    @Override
    protected VectorIndex index() {
        PostgresApproximateVectorIndex near = filled();
        VectorIndex exact = new BruteForceVectorIndex(
                new PostgresVectorRepository(database.pool()), new VectorCache(100_000_000), Runnable::run);
        return new FallbackVectorIndex(
                near,
                (scope, model, query, most) -> {
                    comparedCompletely.incrementAndGet();
                    return exact.nearest(scope, model, query, most);
                },
                1);
    }

    @Override
    protected double leastRecall() {
        return 0.95;
    }

    /** Asserts that searches used the index and compared nothing completely. */
    @Override
    protected void measured() {
        assertThat(comparedCompletely).hasValue(0);
        String plan = String.join(
                "\n",
                database
                        .rows("explain select ordinal from context.knowledge_near where dimensions = 384 order by"
                                + " embedding::halfvec(384) <=> (select embedding::halfvec(384) from context.knowledge_near"
                                + " limit 1) limit 10")
                        .stream()
                        .map(row -> row.getString(0))
                        .toList());
        assertThat(plan).contains("knowledge_near_halves_384");
    }

    @Test
    void uncopiedVectorsAreComparedCompletely() {
        PostgresApproximateVectorIndex near = filled();
        base("late", "kb");
        document("late", "kb", "d", "m", JsonNodeFactory.instance.objectNode(), 100);
        RetrievalScope scope = new RetrievalScope("late", List.of("kb"), JsonNodeFactory.instance.objectNode());

        assertThat(await(near.covered(scope, "m")).isWhole()).isFalse();
        // Another replica copies the first part, and is killed.
        assertThat(await(near.step())).isTrue();
        assertThat(await(near.covered(scope, "m")).isWhole()).isFalse();
        filled();

        assertThat(await(near.covered(scope, "m")).isWhole()).isTrue();
        assertThat(await(near.covered(scope, "m")).chunks()).isEqualTo(100);
        assertThat(database.count("from context.knowledge_near n join context.knowledge_documents d using (document)"
                        + " join context.knowledge_bases b on b.kb = d.kb where b.workspace_id = 'late'"))
                .isEqualTo(100);
    }

    @Test
    void anIndexHalfBuiltByAKillIsRebuilt() {
        filled();
        database.rows(
                "update pg_index set indisvalid = false where indexrelid = 'context.knowledge_near_halves_384'::regclass");
        PostgresApproximateVectorIndex near = new PostgresApproximateVectorIndex(database.pool());
        await(near.probe());
        assertThat(near.holds(384)).isFalse();

        base("again", "kb");
        document("again", "kb", "d", "m", JsonNodeFactory.instance.objectNode(), 10);
        assertThat(filled().holds(384)).isTrue();
    }

    @Test
    void concurrentReplicasCopyEachVectorOnce() {
        base("both", "kb");
        for (int i = 0; i < 4; i++) {
            document("both", "kb", "d" + i, "m", JsonNodeFactory.instance.objectNode(), 70);
        }
        PostgresApproximateVectorIndex one = new PostgresApproximateVectorIndex(database.pool());
        PostgresApproximateVectorIndex other = new PostgresApproximateVectorIndex(database.pool());
        await(one.probe());
        await(other.probe());

        for (boolean more = true; more; ) {
            var both = await(Uni.combine().all().unis(one.step(), other.step()).asTuple());
            more = both.getItem1() || both.getItem2();
        }

        assertThat(await(one.covered(
                        new RetrievalScope("both", List.of("kb"), JsonNodeFactory.instance.objectNode()), "m")))
                .isEqualTo(new ApproximateVectorIndex.Covered(280, true));
    }

    @Test
    void vectorsTooLongForAnIndexAreComparedCompletely() {
        base("long", "kb");
        document("long", "kb", "d", "long", JsonNodeFactory.instance.objectNode(), 70);
        database.rows("update context.knowledge_chunks set vector = decode(repeat('00000000', 4001), 'hex')"
                + " where embedded_by = 'long'");

        PostgresApproximateVectorIndex near = filled();

        assertThat(near.holds(4_001)).isFalse();
        assertThat(near.holds(DIMENSIONS + 1)).isFalse();
        assertThat(database.count("from context.knowledge_near where model = 'long'"))
                .isZero();
    }

    @Test
    void aStepReadsWaitingDocumentsOnly() {
        base("many", "kb");
        document("many", "kb", "d", "m", JsonNodeFactory.instance.objectNode(), 1);
        filled();
        database.rows(
                "insert into context.knowledge_documents (kb, document_id, filename, mime_type, size_bytes, sha256, metadata,"
                        + " content_id, status, indexed_revision, indexed_chunks, embedded_by, vector_copy_due)"
                        + " select d.kb, 'n' || n, 'f', d.mime_type, 1, 's', '{}', d.content_id, 'indexed', 1, 1, 'm', false"
                        + " from context.knowledge_documents d join context.knowledge_bases b on b.kb = d.kb,"
                        + " generate_series(1, 3000) n where b.workspace_id = 'many'");
        database.rows("analyze context.knowledge_documents");

        assertThat(read(VectorIndexCopier.NEXT)).isZero();
        document("many", "kb", "new", "m", JsonNodeFactory.instance.objectNode(), 1);
        assertThat(read(VectorIndexCopier.NEXT)).isBetween(1L, 4L);
        filled();
        assertThat(read(VectorIndexCopier.NEXT)).isZero();

        database.rows("delete from context.knowledge_documents where document_id ~ '^n[0-9]+$'");
    }

    @Test
    void aDocumentWaitsForItsIndexWhileAnotherReplicaMakesIt() {
        base("first", "kb");
        document("first", "kb", "d", "seven", JsonNodeFactory.instance.objectNode(), 3);
        lengthen("seven", 7);
        RetrievalScope scope = new RetrievalScope("first", List.of("kb"), JsonNodeFactory.instance.objectNode());
        PostgresApproximateVectorIndex near = new PostgresApproximateVectorIndex(database.pool());
        assertThat(await(near.probe())).isTrue();
        SqlConnection other = await(database.pool().getConnection());
        await(other.query("select pg_advisory_lock(hashtext('context.knowledge_near'))")
                .execute());

        steps(near);
        assertThat(near.holds(7)).isFalse();
        assertThat(await(near.covered(scope, "seven")).isWhole()).isFalse();
        assertThat(database.count("from context.knowledge_near where model = 'seven'"))
                .isZero();

        await(other.query("select pg_advisory_unlock(hashtext('context.knowledge_near'))")
                .execute());
        await(other.close());
        steps(near);
        assertThat(near.holds(7)).isTrue();
        assertThat(await(near.covered(scope, "seven"))).isEqualTo(new ApproximateVectorIndex.Covered(3, true));
    }

    @Test
    void theFirstOfItsLengthWaitsForItsIndexWhileAnotherReplicaCopiesTheDocumentBeforeIt() {
        base("both-lengths", "kb");
        document("both-lengths", "kb", "a", "m", JsonNodeFactory.instance.objectNode(), 3);
        document("both-lengths", "kb", "b", "nine", JsonNodeFactory.instance.objectNode(), 3);
        lengthen("nine", 9);
        PostgresApproximateVectorIndex near = new PostgresApproximateVectorIndex(database.pool());
        assertThat(await(near.probe())).isTrue();
        SqlConnection other = await(database.pool().getConnection());
        await(other.query("begin").execute());
        await(other.query("select 1 from context.knowledge_documents d join context.knowledge_bases b on b.kb = d.kb"
                        + " where b.workspace_id = 'both-lengths' and d.document_id = 'a' for no key update of d")
                .execute());

        for (int i = 0; !near.holds(9); i++) {
            assertThat(database.count("from context.knowledge_near where model = 'nine'"))
                    .as("nothing is copied before there is the index")
                    .isZero();
            assertThat(await(near.step())).isTrue();
            assertThat(i).isLessThan(1_000);
        }
        steps(near);

        assertThat(database.count("from context.knowledge_near where model = 'nine'"))
                .isEqualTo(3);
        await(other.query("rollback").execute());
        await(other.close());
        steps(near);
        assertThat(await(near.covered(
                        new RetrievalScope("both-lengths", List.of("kb"), JsonNodeFactory.instance.objectNode()), "m")))
                .isEqualTo(new ApproximateVectorIndex.Covered(3, true));
    }

    @Test
    void aNewerExtensionIndexesLengthsThatTheOlderCouldNot() {
        base("older", "kb");
        document("older", "kb", "wide", "wide", JsonNodeFactory.instance.objectNode(), 70);
        document("older", "kb", "narrow", "narrow", JsonNodeFactory.instance.objectNode(), 5);
        lengthen("wide", 3_000);
        lengthen("narrow", 5);
        RetrievalScope scope = new RetrievalScope("older", List.of("kb"), JsonNodeFactory.instance.objectNode());
        String now = version("0.6.2");
        PostgresApproximateVectorIndex near = new PostgresApproximateVectorIndex(database.pool());
        try {
            assertThat(await(near.probe())).isTrue();
            steps(near);
            assertThat(near.holds(3_000)).isFalse();
            assertThat(near.holds(5)).isTrue();
            assertThat(await(near.covered(scope, "wide")).isWhole()).isFalse();
            assertThat(await(near.covered(scope, "narrow")).isWhole()).isTrue();
        } finally {
            version(now);
        }

        assertThat(await(near.probe())).isTrue();
        assertThat(near.holds(5)).as("its index is of the older kind").isFalse();
        steps(near);

        assertThat(near.holds(3_000)).isTrue();
        assertThat(near.holds(5)).isTrue();
        assertThat(await(near.covered(scope, "wide"))).isEqualTo(new ApproximateVectorIndex.Covered(70, true));
        assertThat(database.count("from context.knowledge_near where model = 'wide' and dimensions = 3000"))
                .isEqualTo(70);
        assertThat(database.count("from context.knowledge_near_documents where left_out <= 4000"))
                .isZero();
    }

    @Test
    void documentsOmittedByAnOlderBuildAreCopied() {
        base("unsaid", "kb");
        document("unsaid", "kb", "d", "eleven", JsonNodeFactory.instance.objectNode(), 3);
        lengthen("eleven", 11);
        document("unsaid", "kb", "copied", "m", JsonNodeFactory.instance.objectNode(), 3);
        filled();
        database.rows("delete from context.knowledge_near where model = 'eleven'");
        database.rows("update context.knowledge_documents set vector_copy_due = true");
        RetrievalScope scope = new RetrievalScope("unsaid", List.of("kb"), JsonNodeFactory.instance.objectNode());

        PostgresApproximateVectorIndex near = filled();

        assertThat(await(near.covered(scope, "eleven"))).isEqualTo(new ApproximateVectorIndex.Covered(3, true));
        assertThat(database.count("from context.knowledge_near where model = 'eleven'"))
                .isEqualTo(3);
        assertThat(await(near.covered(scope, "m"))).isEqualTo(new ApproximateVectorIndex.Covered(3, true));
        assertThat(database.count("from context.knowledge_documents where vector_copy_due"))
                .isZero();
    }

    @Test
    void droppedTablesAreFilledAgain() {
        base("dropped", "kb");
        document("dropped", "kb", "d", "m", JsonNodeFactory.instance.objectNode(), 3);
        filled();

        database.rows("drop table context.knowledge_near, context.knowledge_near_documents");

        assertThat(await(filled().covered(
                                new RetrievalScope("dropped", List.of("kb"), JsonNodeFactory.instance.objectNode()),
                                "m")))
                .isEqualTo(new ApproximateVectorIndex.Covered(3, true));
    }

    private static PostgresApproximateVectorIndex filled() {
        PostgresApproximateVectorIndex near = new PostgresApproximateVectorIndex(database.pool());
        assertThat(await(near.probe())).isTrue();
        steps(near);
        return near;
    }

    private static void steps(PostgresApproximateVectorIndex near) {
        for (int i = 0; await(near.step()); i++) {
            assertThat(i).isLessThan(10_000);
        }
    }

    /** Changes the dimensions of a model's vectors. */
    private static void lengthen(String model, int length) {
        float[] vector = new float[length];
        vector[0] = 1;
        await(database.pool()
                .preparedQuery("update context.knowledge_chunks set vector = $1 where embedded_by = $2")
                .execute(Tuple.of(Buffer.buffer(Vectors.bytes(vector)), model)));
    }

    /** Reads the plan from the database. @return the used index */
    private static String version(String version) {
        String before = database.rows("select extversion from pg_extension where extname = 'vector'")
                .getFirst()
                .getString(0);
        database.rows("update pg_extension set extversion = '" + version + "' where extname = 'vector'");
        return before;
    }

    /** Returns the number of documents that a statement reads. */
    private static long read(String sql) {
        SqlConnection connection = await(database.pool().getConnection());
        try {
            // Earlier statistics are reported here, and not during the measurement.
            await(connection.query("select pg_stat_force_next_flush()").execute());
            await(connection.query("begin").execute());
            long before = read(connection);
            await(connection.query(sql).execute());
            return read(connection) - before;
        } finally {
            await(connection.query("rollback").execute());
            await(connection.close());
        }
    }

    /** Rows read by this connection since the last report. */
    private static long read(SqlConnection connection) {
        return await(connection
                        .query(
                                "select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) from pg_stat_xact_user_tables"
                                        + " where schemaname = 'context' and relname = 'knowledge_documents'")
                        .execute())
                .iterator()
                .next()
                .getLong(0);
    }
}
