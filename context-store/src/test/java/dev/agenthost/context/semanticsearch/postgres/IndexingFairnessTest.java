package dev.agenthost.context.semanticsearch.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.semanticsearch.indexing.HeapCapacity;
import dev.agenthost.context.semanticsearch.indexing.Indexer;
import dev.agenthost.context.semanticsearch.indexing.PlainText;
import dev.agenthost.context.semanticsearch.indexing.TextExtractorRegistry;
import dev.agenthost.context.semanticsearch.knowledge.DocumentKind;
import dev.agenthost.context.semanticsearch.knowledge.DocumentStatus;
import dev.agenthost.context.semanticsearch.knowledge.DocumentWriteOutcome;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeQuota;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests the limits of indexing: quotas, memory, and turns of workspaces and long documents. */
class IndexingFairnessTest extends IndexingFixture {
    @Test
    void aWorkspaceStoresAtMostItsQuotaOfBytes() {
        base("w", "second");
        base("other", "theirs");
        byte[] half = "x".repeat(50_001).getBytes(StandardCharsets.UTF_8);
        assertThat(put("w", kb, "a", half)).isInstanceOf(DocumentWriteOutcome.Created.class);

        assertThat(put("w", "second", "b", "y".repeat(50_001).getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(new DocumentWriteOutcome.TooLarge());

        assertThat(put("other", "theirs", "a", half)).isInstanceOf(DocumentWriteOutcome.Created.class);
        assertThat(put("w", kb, "a", half)).isInstanceOf(DocumentWriteOutcome.Same.class);
        assertThat(put("w", kb, "a", "z".repeat(100_000).getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(DocumentWriteOutcome.Replaced.class);
        assertThat(database.count("from context.knowledge_contents")).isEqualTo(2);
    }

    @Test
    void aWorkspaceStoresAtMostItsQuotaOfChunks() {
        put("first", sentences(0, 20));
        index(LONG);
        int first = document("first").chunks();
        put("second", sentences(0, 60));
        PostgresIndexingTaskRepository smallQuota = new PostgresIndexingTaskRepository(
                database.pool(), LONG, new KnowledgeQuota(100_000, first + AT_ONCE + 1));
        TextExtractorRegistry readers =
                new TextExtractorRegistry(Map.of(DocumentKind.TEXT, new PlainText()), Duration.ofSeconds(20));

        new Indexer(smallQuota, readers, model, analysis).next();

        assertThat(document("second").reason()).isEqualTo("The workspace's quota has no room for its parts.");
        assertThat(database.count("from context.knowledge_chunks")).isEqualTo(first);
    }

    @Test
    void workspacesAreScheduledInTurns() {
        base("other", "theirs");
        for (int i = 0; i < 3; i++) {
            put("d" + i, "Mine " + i + ".");
        }
        put("other", "theirs", "late", "Theirs.".getBytes(StandardCharsets.UTF_8));
        Indexer indexer = indexer(LONG);

        indexer.next();
        indexer.next();

        assertThat(model.texts).containsExactly("Mine 0.", "Theirs.");
    }

    @Test
    void aLongDocumentYieldsItsTurnAndContinues() {
        put("long", sentences(0, 1500));
        Indexer indexer = indexer(LONG);
        base("other", "theirs");
        model.before = () -> put("other", "theirs", "late", "Theirs.".getBytes(StandardCharsets.UTF_8));

        indexer.next();
        assertThat(document("long").status()).isEqualTo(DocumentStatus.PENDING);
        indexer.next();
        assertThat(model.texts).endsWith("Theirs.");
        indexer.next();

        assertThat(document("long").status()).isEqualTo(DocumentStatus.INDEXED);
        assertThat(document("long").chunks()).isGreaterThan(1024);
        assertThat(model.texts).doesNotHaveDuplicates().hasSize(document("long").chunks() + 1);
    }

    /** Each turn continues after the previous one. */
    @Test
    void twoLongDocumentsAlternateAndBothFinish() {
        put("long", sentences(0, 1500));
        base("other", "theirs");
        put("other", "theirs", "long", sentences(2000, 3500).getBytes(StandardCharsets.UTF_8));
        Indexer indexer = indexer(LONG);

        for (int turn = 0; turn < 4; turn++) {
            assertThat(indexer.next()).isTrue();
        }

        assertThat(document("long").status()).isEqualTo(DocumentStatus.INDEXED);
        assertThat(indexer.next()).isFalse();
        assertThat(model.texts).doesNotHaveDuplicates().hasSizeGreaterThan(2 * 1024);
    }

    @Test
    void aDocumentWithoutHeapCapacityWaitsAndCountsNoClaim() {
        put("d", "The pool opens at nine.");
        AtomicLong used = new AtomicLong(GIBI);
        TextExtractorRegistry readers = new TextExtractorRegistry(
                Map.of(DocumentKind.TEXT, new PlainText()), Duration.ofSeconds(20), new HeapCapacity(used::get, GIBI));
        Indexer indexer =
                new Indexer(new PostgresIndexingTaskRepository(database.pool(), LONG, QUOTA), readers, model, analysis);

        assertThat(indexer.next()).isFalse();
        assertThat(document("d").status()).isEqualTo(DocumentStatus.PENDING);
        assertThat(database.count("from context.knowledge_documents where claims = 0 and claim_id is null"))
                .isEqualTo(1L);

        used.set(0);
        await(database.pool()
                .query("update context.knowledge_documents set due_at = clock_timestamp()")
                .execute());
        assertThat(indexer.next()).isTrue();
        assertThat(document("d").status()).isEqualTo(DocumentStatus.INDEXED);
    }

    @Test
    void aDocumentBeyondTheHeapFailsWithThatReason() {
        put("d", "The pool opens at nine.");
        TextExtractorRegistry readers = new TextExtractorRegistry(
                Map.of(DocumentKind.TEXT, new PlainText(new HeapCapacity(() -> GIBI, GIBI))), Duration.ofSeconds(20));

        new Indexer(new PostgresIndexingTaskRepository(database.pool(), LONG, QUOTA), readers, model, analysis).next();

        assertThat(document("d").status()).isEqualTo(DocumentStatus.FAILED);
        assertThat(document("d").reason()).startsWith("Reading the document needs more memory than this service has.");
    }
}
