package dev.agenthost.context.semanticsearch.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.semanticsearch.indexing.Indexer;
import dev.agenthost.context.semanticsearch.indexing.IndexingClaim;
import dev.agenthost.context.semanticsearch.indexing.PlainText;
import dev.agenthost.context.semanticsearch.indexing.TextExtractorRegistry;
import dev.agenthost.context.semanticsearch.knowledge.DocumentKind;
import dev.agenthost.context.semanticsearch.knowledge.DocumentStatus;
import dev.agenthost.context.semanticsearch.knowledge.DocumentUpload;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests indexing on real PostgreSQL: several replicas, kills, and the reuse of vectors. */
class PostgresIndexingTaskRepositoryTest extends IndexingFixture {
    @Test
    void aNewVersionEmbedsOnlyChangedChunksAndTheOldOneIsFoundMeanwhile() {
        put("d", sentences(0, 100));
        index(LONG);
        assertThat(document("d").status()).isEqualTo(DocumentStatus.INDEXED);
        int chunks = document("d").chunks();
        assertThat(model.texts).hasSize(chunks).hasSizeGreaterThan(AT_ONCE);

        put("d", sentences(0, 100) + " And a zebra at its end, which was not there before.");
        assertThat(document("d").status()).isEqualTo(DocumentStatus.PENDING);
        assertThat(find("sentence number 3")).isNotEmpty();
        model.texts.clear();
        index(LONG);
        assertThat(model.texts).hasSizeBetween(1, 2);
        assertThat(find("zebra"))
                .anySatisfy(passage ->
                        assertThat(passage.content().getFirst().text()).contains("zebra"));
        assertThat(database.count("from context.knowledge_chunks"))
                .isEqualTo((long) document("d").chunks());
    }

    @Test
    void chunksEmbeddedBeforeAKillAreReused() {
        put("d", sentences(0, 200));
        model.diesAt = 3;
        assertThat(indexer(Duration.ZERO).next()).isTrue();
        assertThat(document("d").status()).isEqualTo(DocumentStatus.PENDING);
        int before = model.texts.size();
        assertThat(before).isEqualTo(2 * AT_ONCE);
        await(database.pool()
                .query("update context.knowledge_documents set due_at = clock_timestamp()")
                .execute());

        index(LONG);

        assertThat(document("d").status()).isEqualTo(DocumentStatus.INDEXED);
        assertThat(model.texts).doesNotHaveDuplicates().hasSize(document("d").chunks());
        assertThat(database.count("from context.knowledge_chunks")).isEqualTo(model.texts.size());
    }

    @Test
    void aReplicaWithAnExpiredClaimWritesNothing() {
        put("d", sentences(0, 3));
        PostgresIndexingTaskRepository first =
                new PostgresIndexingTaskRepository(database.pool(), Duration.ZERO, QUOTA);
        PostgresIndexingTaskRepository second = new PostgresIndexingTaskRepository(database.pool(), LONG, QUOTA);
        IndexingClaim late = await(first.claim("m")).orElseThrow();
        IndexingClaim holder = await(second.claim("m")).orElseThrow();
        assertThat(holder.claims()).isEqualTo(2);
        assertThat(await(second.claim("m"))).isEmpty();

        assertThat(await(first.store(late, "m", List.of()))).isFalse();
        assertThat(await(first.done(late, "m", 1))).isFalse();
        assertThat(await(first.failed(late, "no"))).isFalse();
        await(first.release(late));
        assertThat(await(second.store(holder, "m", List.of()))).isTrue();
        put("d", sentences(5, 8));
        assertThat(await(second.done(holder, "m", 1))).isFalse();
    }

    @Test
    void severalReplicasIndexEachDocumentOnce() throws Exception {
        for (int i = 0; i < 30; i++) {
            put("d" + i, "Document " + i + " says: " + sentences(i * 10, i * 10 + 2));
        }
        List<Callable<Void>> replicas = IntStream.range(0, 4)
                .<Callable<Void>>mapToObj(any -> () -> {
                    index(LONG);
                    return null;
                })
                .toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (var done : threads.invokeAll(replicas)) {
                done.get();
            }
        }

        assertThat(database.count("from context.knowledge_documents where status = 'indexed'"))
                .isEqualTo(30);
        assertThat(model.texts).doesNotHaveDuplicates();
        assertThat(database.count("from context.knowledge_chunks")).isEqualTo(model.texts.size());
    }

    @Test
    void aDocumentThatCrashesItsProcessIsGivenUp() {
        put("d", sentences(0, 3));
        PostgresIndexingTaskRepository dying =
                new PostgresIndexingTaskRepository(database.pool(), Duration.ZERO, QUOTA);
        for (int i = 0; i < 5; i++) {
            assertThat(await(dying.claim("m"))).isPresent();
        }

        index(LONG);

        assertThat(document("d").status()).isEqualTo(DocumentStatus.FAILED);
        assertThat(document("d").reason()).contains("5 times");
        put("d", sentences(0, 3));
        index(LONG);
        assertThat(document("d").status()).isEqualTo(DocumentStatus.INDEXED);
    }

    @Test
    void anEmptyOrDeletedDocumentDoesNotStopTheIndexer() {
        put("blank", " \n ");
        put("gone", sentences(0, 50));
        PostgresIndexingTaskRepository work = new PostgresIndexingTaskRepository(database.pool(), LONG, QUOTA);
        index(LONG);
        assertThat(document("blank").reason()).isEqualTo("The document has no text.");
        put("gone", sentences(60, 90));
        IndexingClaim claim = await(work.claim("m")).orElseThrow();

        assertThat(await(documents.delete("w", kb, "gone"))).isTrue();

        assertThat(await(work.store(claim, "m", List.of()))).isFalse();
        assertThat(await(work.done(claim, "m", 1))).isFalse();
        assertThat(database.count("from context.knowledge_chunks")).isZero();
        assertThat(
                        database.count(
                                "from context.knowledge_pieces p join context.knowledge_contents c using (content_id)"
                                        + " where not exists (select from context.knowledge_documents d where d.content_id = c.content_id)"))
                .isZero();
    }

    @Test
    void aReplicaThatLostItsClaimWhileReadingEmbedsNothing() {
        put("d", sentences(0, 3));
        PostgresIndexingTaskRepository slow = new PostgresIndexingTaskRepository(database.pool(), Duration.ZERO, QUOTA);
        PostgresIndexingTaskRepository fast = new PostgresIndexingTaskRepository(database.pool(), LONG, QUOTA);
        TextExtractorRegistry readers = new TextExtractorRegistry(
                Map.of(DocumentKind.TEXT, bytes -> {
                    assertThat(await(fast.claim(model.model()))).isPresent();
                    return new PlainText().extract(bytes);
                }),
                Duration.ofSeconds(20));

        new Indexer(slow, readers, model, analysis).next();

        assertThat(model.texts).isEmpty();
    }

    @Test
    void anInterruptedUploadLeavesNothing() {
        InputStream broken = new InputStream() {
            private int left = 600_000;

            @Override
            public int read() throws IOException {
                if (left-- <= 0) {
                    throw new IOException("gone");
                }
                return 'x';
            }
        };
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> DocumentUpload.read(broken, "w", documents))
                .isInstanceOf(IOException.class);

        assertThat(database.count("from context.knowledge_contents c where not exists"
                        + " (select from context.knowledge_documents d where d.content_id = c.content_id)"))
                .isZero();
    }
}
