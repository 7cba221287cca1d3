package dev.agenthost.context.semanticsearch.indexing;

import dev.agenthost.context.semanticsearch.knowledge.Chunk;
import dev.agenthost.context.semanticsearch.knowledge.Chunker;
import dev.agenthost.context.transcript.Analysis;
import dev.agenthost.context.transcript.TermVector;
import dev.agenthost.platform.failpoint.FailPoint;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Indexes one document after the other, a few chunks at a time: chunks stored before a kill are reused, and unchanged chunks keep their
 * vectors. Blocks; each lane of a replica has one indexer and one thread.
 */
public final class Indexer {
    private static final System.Logger LOG = System.getLogger(Indexer.class.getName());
    /** Chunks that are embedded and stored at once. */
    static final int BATCH = 16;
    /** A document that was claimed more often, for instance because it crashed its process, is not tried again. */
    static final int MAX_CLAIMS = 5;

    /** Number of embedded chunks after which waiting workspaces have their turn. */
    static final int TURN = 64 * BATCH;

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    /** The model may have to be loaded first. */
    private static final Duration EMBEDDING = Duration.ofSeconds(120);

    private final IndexingTaskRepository work;
    private final TextExtractorRegistry readers;
    private final IndexingQueue lane;
    private final Analysis analysis;
    private boolean prepared;

    /** Creates the indexer of documents with the installation's model. */
    public Indexer(IndexingTaskRepository work, TextExtractorRegistry readers, Embedder embedder, Analysis analysis) {
        this(work, readers, new DefaultModelQueue(work, embedder), analysis);
    }

    /** @param readers extractors that the lanes of a replica share; they read one document at a time */
    public Indexer(IndexingTaskRepository work, TextExtractorRegistry readers, IndexingQueue lane, Analysis analysis) {
        this.work = work;
        this.readers = readers;
        this.lane = lane;
        this.analysis = analysis;
    }

    /** @return true if there may be more to do at once */
    public boolean next() {
        if (!prepared) {
            await(lane.begin());
            prepared = true;
        }
        Optional<IndexingTask> next = await(lane.next());
        return next.isPresent() && indexed(next.get());
    }

    private boolean indexed(IndexingTask task) {
        IndexingClaim claim = task.claim();
        if (!readers.hasCapacity()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "document {0} is indexed later: the heap has no room",
                    claim.document());
            await(work.postpone(claim));
            return false;
        }
        try {
            index(claim, task.embedder());
            await(task.well());
            return true;
        } catch (EmbeddingException why) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "document {0} is indexed later: {1}",
                    claim.document(),
                    why.getMessage());
            if (why.isBusy()) {
                await(work.postpone(claim));
                return false;
            }
            if (!why.isOfTheText()) {
                return await(task.pause());
            }
            await(work.release(claim));
            return true;
        } catch (RuntimeException why) {
            LOG.log(System.Logger.Level.WARNING, "document {0} is indexed later: {1}", claim.document(), why);
            await(work.release(claim));
            return true;
        }
    }

    private void index(IndexingClaim claim, Embedder embedder) {
        if (claim.claims() > MAX_CLAIMS) {
            await(work.failed(claim, "Indexing failed " + MAX_CLAIMS + " times."));
            return;
        }
        switch (read(claim)) {
            case ExtractionOutcome.Unreadable(String reason) -> await(work.failed(claim, reason));
            case ExtractionOutcome.Text(String text) -> index(claim, embedder, text);
        }
    }

    /** Reads a document; one at a time, because reading needs most of the memory of indexing. */
    private ExtractionOutcome read(IndexingClaim claim) {
        synchronized (readers) {
            // The claim may have aged while waiting.
            await(work.extend(claim));
            return readers.read(await(work.bytes(claim)), claim.kind());
        }
    }

    private void index(IndexingClaim claim, Embedder embedder, String text) {
        Chunker chunker = Chunker.of(text, claim.sizes());
        int stored = 0;
        int made = 0;
        for (List<Chunk> batch = chunker.next(BATCH); !batch.isEmpty(); batch = chunker.next(BATCH)) {
            if (stored + batch.size() > claim.room()) {
                await(work.failed(claim, "The workspace's quota has no room for its parts."));
                return;
            }
            // No other replica embeds these chunks: the claim outlasts the time limit of one batch.
            if (!await(work.extend(claim)) || made >= TURN && await(work.yieldTurn(claim))) {
                return;
            }
            // Chunks of an earlier turn are reused, and do not count for this one.
            made = made >= TURN ? 0 : made;
            Indexed indexed = indexed(claim, embedder, text, stored, batch);
            if (!await(work.store(claim, embedder.model(), indexed.chunks()))) {
                return;
            }
            made += indexed.made();
            stored += batch.size();
            FailPoint.at("context.60-chunks-kept");
        }
        await(
                stored == 0
                        ? work.failed(claim, "The document has no text.")
                        : work.done(claim, embedder.model(), stored));
    }

    /** @param made number of new vectors */
    private record Indexed(List<IndexedChunk> chunks, int made) {}

    private Indexed indexed(IndexingClaim claim, Embedder embedder, String text, int from, List<Chunk> batch) {
        Map<String, String> wholes = new HashMap<>();
        List<String> hashes = new ArrayList<>();
        for (Chunk chunk : batch) {
            String whole = IndexedChunk.whole(chunk.heading(), chunk.of(text));
            String hash = hash(whole);
            hashes.add(hash);
            wholes.put(hash, whole);
        }
        Map<String, float[]> vectors = new HashMap<>(await(work.known(claim, embedder.model(), hashes)));
        Set<String> missing = new LinkedHashSet<>(hashes);
        missing.removeAll(vectors.keySet());
        embed(embedder, List.copyOf(missing), wholes, vectors);
        List<IndexedChunk> indexed = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            String hash = hashes.get(i);
            Chunk chunk = batch.get(i);
            indexed.add(new IndexedChunk(
                    from + i,
                    chunk.heading(),
                    chunk.of(text),
                    hash,
                    TermVector.of(analysis, wholes.get(hash)),
                    Objects.requireNonNull(vectors.get(hash))));
        }
        return new Indexed(indexed, missing.size());
    }

    private static void embed(
            Embedder embedder, List<String> missing, Map<String, String> wholes, Map<String, float[]> vectors) {
        if (missing.isEmpty()) {
            return;
        }
        List<float[]> made = embedder.embed(missing.stream().map(wholes::get).toList())
                .await()
                .atMost(EMBEDDING);
        for (int i = 0; i < missing.size(); i++) {
            vectors.put(missing.get(i), made.get(i));
        }
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static <T> T await(Uni<T> answer) {
        return answer.await().atMost(TIMEOUT);
    }
}
