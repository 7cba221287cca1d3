package dev.agenthost.context.semanticsearch.vectorindex;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.fixture.Database;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests any index of vectors, and measures its recall, on a real PostgreSQL. */
public abstract class VectorIndexSuite {
    protected static final int DIMENSIONS = 384;
    private static final String MODEL = "m";
    private static final int TOPICS = 40;

    private final Random random = new Random(11);
    private final float[][] topics = new float[TOPICS][];
    private final List<StoredChunk> stored = new ArrayList<>();
    private final String workspace = "w-" + UUID.randomUUID();

    private record StoredChunk(ChunkHit hit, float[] vector) {}

    protected abstract Database database();

    /** Returns the index with all chunks that were stored until now. */
    protected abstract VectorIndex index();

    /** Returns the least recall of the index: 1 misses nothing. */
    protected abstract double leastRecall();

    /** Checks the index after a measurement. */
    protected void measured() {}

    protected VectorIndexSuite() {
        for (int i = 0; i < TOPICS; i++) {
            topics[i] = gaussian(1);
        }
    }

    /** Stores 5000 chunks about topics, near others of their topic, in documents of 250. */
    @Test
    void nearlyAllOfTheNearestTenAreFound() {
        base(workspace, "kb");
        for (int document = 0; document < 20; document++) {
            document(workspace, "kb", "d" + document, MODEL, metadata("n", "x"), 250);
        }
        VectorIndex index = index();

        int found = 0;
        int queries = 40;
        for (int i = 0; i < queries; i++) {
            float[] query = query();
            List<ChunkHit> nearest = nearest(index, "kb", query, 10, object());
            assertThat(nearest).hasSize(10).doesNotHaveDuplicates();
            found += (int) brute(query, 10).stream().filter(nearest::contains).count();
        }

        double recall = found / (10.0 * queries);
        System.out.printf("%s: recall@10 is %.4f of %d vectors%n", getClass().getSimpleName(), recall, stored.size());
        assertThat(recall).isGreaterThanOrEqualTo(leastRecall());
        measured();
    }

    @Test
    void theNearestIsFirst() {
        base(workspace, "kb");
        document(workspace, "kb", "d", MODEL, object(), 300);
        VectorIndex index = index();

        for (int i = 0; i < 300; i += 60) {
            StoredChunk one = stored.get(i);
            assertThat(nearest(index, "kb", one.vector(), 3, object())).first().isEqualTo(one.hit());
        }
        assertThat(nearest(index, "kb", query(), 1_000, object())).hasSize(300);
    }

    @Test
    void selectiveFiltersMissNothing() {
        base(workspace, "kb");
        document(workspace, "kb", "most", MODEL, metadata("lang", "en"), 900);
        document(workspace, "kb", "few", MODEL, metadata("lang", "de"), 20);
        VectorIndex index = index();
        long few = stored.getLast().hit().document();

        List<ChunkHit> found = nearest(index, "kb", stored.getFirst().vector(), 15, metadata("lang", "de"));

        assertThat(found).hasSize(15).allMatch(hit -> hit.document() == few);
        assertThat(nearest(index, "kb", query(), 5, metadata("lang", "fr"))).isEmpty();
    }

    @Test
    void nothingOfOtherScopesIsFound() {
        base(workspace, "kb");
        base(workspace, "kb2");
        base("x" + workspace, "kb");
        document(workspace, "kb2", "d", MODEL, object(), 50);
        document("x" + workspace, "kb", "d", MODEL, object(), 50);
        document(workspace, "kb", "other-model", "another", object(), 50);
        document(workspace, "kb", "d", MODEL, object(), 50);
        VectorIndex index = index();
        long own = stored.getLast().hit().document();

        assertThat(nearest(index, "kb", query(), 40, object())).hasSize(40).allMatch(hit -> hit.document() == own);
        assertThat(await(index.nearest(scope("y" + workspace, "kb", object()), MODEL, query(), 5)))
                .isEmpty();
    }

    @Test
    void onlyTheIndexedRevisionIsFound() {
        base(workspace, "kb");
        document(workspace, "kb", "d", MODEL, object(), 30);
        document(workspace, "kb", "gone", MODEL, object(), 30);
        VectorIndex index = index();
        long deleted = stored.getLast().hit().document();
        long changed = stored.getFirst().hit().document();
        float[] before = stored.getFirst().vector();
        database().rows("delete from context.knowledge_documents where document = " + deleted);
        assertThat(nearest(index, "kb", query(), 60, object())).hasSize(30).allMatch(hit -> hit.document() == changed);

        database()
                .rows("update context.knowledge_documents set revision = 2, indexed_revision = 2, indexed_chunks = 5,"
                        + " vector_copy_due = true"
                        + " where document = " + changed);
        stored.clear();
        chunks(changed, 2, MODEL, 5);
        database().rows("delete from context.knowledge_chunks where revision = 1 and document = " + changed);

        assertThat(nearest(index, "kb", before, 60, object())).hasSize(5);
        assertThat(nearest(index(), "kb", before, 60, object())).isEqualTo(brute(before, 60));
    }

    protected final void base(String someWorkspace, String kbId) {
        await(database()
                .pool()
                .preparedQuery(
                        "insert into context.knowledge_bases (workspace_id, kb_id, name, embedding, chunk_size, chunk_overlap)"
                                + " values ($1, $2, 'n', 'in-process', 1000, 0)")
                .execute(Tuple.of(someWorkspace, kbId)));
    }

    /** Stores an indexed document of that many chunks. */
    protected final void document(
            String someWorkspace, String kbId, String id, String model, ObjectNode metadata, int chunks) {
        UUID content = UUID.randomUUID();
        await(database()
                .pool()
                .preparedQuery("insert into context.knowledge_contents (content_id, workspace_id) values ($1, $2)")
                .execute(Tuple.of(content, someWorkspace)));
        long document = await(database()
                        .pool()
                        .preparedQuery("""
                        insert into context.knowledge_documents (kb, document_id, filename, mime_type, size_bytes, sha256,
                            metadata, content_id, status, indexed_revision, indexed_chunks, embedded_by)
                        select b.kb, $3, 'f', 'text/plain', 1, 's', $4::text::jsonb, $5, 'indexed', 1, $6, $7
                        from context.knowledge_bases b where b.workspace_id = $1 and b.kb_id = $2 returning document
                        """)
                        .execute(Tuple.from(
                                List.of(someWorkspace, kbId, id, metadata.toString(), content, chunks, model))))
                .iterator()
                .next()
                .getLong(0);
        chunks(document, 1, model, chunks);
    }

    private void chunks(long document, long revision, String model, int chunks) {
        List<Tuple> rows = new ArrayList<>();
        for (int index = 0; index < chunks; index++) {
            float[] vector = query();
            stored.add(new StoredChunk(new ChunkHit(document, index), vector));
            rows.add(Tuple.of(document, revision, index, model, Buffer.buffer(Vectors.bytes(vector))));
        }
        await(database().pool().preparedQuery("""
                insert into context.knowledge_chunks (document, revision, ordinal, kb, heading, content, hash, embedded_by, vector, terms)
                select d.document, $2, $3, d.kb, '', 'c', 'h', $4, $5, ''::tsvector
                from context.knowledge_documents d where d.document = $1
                """).executeBatch(rows));
    }

    private List<ChunkHit> nearest(VectorIndex index, String kbId, float[] query, int most, ObjectNode filters) {
        return await(index.nearest(scope(workspace, kbId, filters), MODEL, query, most));
    }

    private static RetrievalScope scope(String someWorkspace, String kbId, ObjectNode filters) {
        return new RetrievalScope(someWorkspace, List.of(kbId), filters);
    }

    private List<ChunkHit> brute(float[] query, int most) {
        record Scored(ChunkHit hit, float score) {}
        return stored.stream()
                .map(one -> new Scored(one.hit(), Vectors.product(query, one.vector(), 0)))
                .sorted(Comparator.comparingDouble(Scored::score).reversed().thenComparing(Scored::hit))
                .limit(most)
                .map(Scored::hit)
                .toList();
    }

    private float[] query() {
        float[] own = gaussian(0.8);
        float[] topic = topics[random.nextInt(TOPICS)];
        float[] other = topics[random.nextInt(TOPICS)];
        double length = 0;
        for (int i = 0; i < DIMENSIONS; i++) {
            own[i] += topic[i] + 0.4f * other[i];
            length += own[i] * own[i];
        }
        for (int i = 0; i < DIMENSIONS; i++) {
            own[i] /= (float) Math.sqrt(length);
        }
        return own;
    }

    private float[] gaussian(double spread) {
        float[] vector = new float[DIMENSIONS];
        for (int i = 0; i < DIMENSIONS; i++) {
            vector[i] = (float) (random.nextGaussian() * spread);
        }
        return vector;
    }

    private static ObjectNode metadata(String name, String value) {
        return object().put(name, value);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
