package dev.agenthost.context.semanticsearch.indexing;

import dev.agenthost.context.semanticsearch.knowledge.DocumentKind;
import dev.agenthost.context.semanticsearch.knowledge.DocumentUpload;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Extracts texts with the extractor of each kind of document, within a time limit. A broken document is its own fault, and is not
 * retried.
 */
public final class TextExtractorRegistry {
    private static final System.Logger LOG = System.getLogger(TextExtractorRegistry.class.getName());

    /** Copies of a document's bytes in memory: the database's buffer, and one array. */
    private static final long COPIES = 2;

    private final Map<DocumentKind, TextExtractor> readers;
    private final Duration longest;
    private final HeapCapacity heap;

    /** @param longest time limit of one document */
    public TextExtractorRegistry(Map<DocumentKind, TextExtractor> readers, Duration longest) {
        this(readers, longest, HeapCapacity.ofThisProcess());
    }

    /** Creates the registry with a heap capacity that a test sets. */
    public TextExtractorRegistry(Map<DocumentKind, TextExtractor> readers, Duration longest, HeapCapacity heap) {
        this.heap = heap;
        this.readers = new EnumMap<>(readers);
        this.longest = longest;
    }

    /** Returns true if the heap has room for a document of the largest size. No room is not the document's fault. */
    public boolean hasCapacity() {
        return heap.has(Math.min(COPIES * DocumentUpload.MOST_BYTES, heap.ofAll()));
    }

    /** Extracts the text. Blocks. An extractor that is too slow is interrupted and not awaited. */
    public ExtractionOutcome read(byte[] bytes, DocumentKind kind) {
        TextExtractor reader = readers.get(kind);
        if (reader == null) {
            return new ExtractionOutcome.Unreadable("This kind of document is not read.");
        }
        CompletableFuture<ExtractionOutcome> reading = new CompletableFuture<>();
        Thread thread = Thread.ofPlatform().daemon().name("knowledge-reader").start(() -> {
            try {
                reading.complete(reader.extract(bytes));
            } catch (RuntimeException | StackOverflowError broken) {
                reading.completeExceptionally(broken);
            }
        });
        try {
            return reading.get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            thread.interrupt();
            return new ExtractionOutcome.Unreadable("Reading the document takes too long.");
        } catch (ExecutionException e) {
            LOG.log(System.Logger.Level.WARNING, "a document of kind {0} is broken: {1}", kind, e.getCause());
            return new ExtractionOutcome.Unreadable("It is broken, or no " + kind.mimeType() + ".");
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("reading was interrupted", e);
        }
    }
}
