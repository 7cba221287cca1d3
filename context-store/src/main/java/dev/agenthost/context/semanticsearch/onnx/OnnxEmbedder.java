package dev.agenthost.context.semanticsearch.onnx;

import dev.agenthost.context.semanticsearch.indexing.Embedder;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Embeds with all-MiniLM-L6-v2, quantised, by ONNX Runtime in this process: no account, no network. Embeds one text after the other, on
 * one thread that ends when it is idle. The model and its native libraries are loaded with the first text, and stay.
 */
public final class OnnxEmbedder implements Embedder, AutoCloseable {
    private static final String MODEL = "all-minilm-l6-v2-q";
    private static final int DIMENSIONS = 384;
    /** Length of an embedded text, in UTF-16 units: further text changes little and costs much. */
    private static final int READ_LIMIT = 8_000;

    private final ThreadPoolExecutor thread =
            new ThreadPoolExecutor(1, 1, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1_000), OnnxEmbedder::daemon);

    public OnnxEmbedder() {
        thread.allowCoreThreadTimeOut(true);
    }

    /** Loaded on first use. */
    private static final class Loaded {
        static final AllMiniLmL6V2QuantizedEmbeddingModel EMBEDDINGS = load();

        private static AllMiniLmL6V2QuantizedEmbeddingModel load() {
            // Native libraries are in the jars: the loader searches no other path, and writes nothing to the user's
            // home.
            System.setProperty("ai.djl.offline", "true");
            if (System.getProperty("DJL_CACHE_DIR") == null) {
                System.setProperty("DJL_CACHE_DIR", System.getProperty("java.io.tmpdir") + "/djl");
            }
            return new AllMiniLmL6V2QuantizedEmbeddingModel(Runnable::run);
        }
    }

    @Override
    public String model() {
        return MODEL;
    }

    @Override
    public int dimensions() {
        return DIMENSIONS;
    }

    @Override
    public Uni<List<float[]>> embed(List<String> texts) {
        return Uni.createFrom().item(() -> vectors(texts)).runSubscriptionOn(thread);
    }

    private static List<float[]> vectors(List<String> texts) {
        List<TextSegment> segments = texts.stream().map(OnnxEmbedder::segment).toList();
        return Loaded.EMBEDDINGS.embedAll(segments).content().stream()
                .map(embedding -> {
                    embedding.normalize();
                    return embedding.vector();
                })
                .toList();
    }

    private static TextSegment segment(String text) {
        if (text.length() <= READ_LIMIT) {
            return TextSegment.from(text);
        }
        int end = Character.isHighSurrogate(text.charAt(READ_LIMIT - 1)) ? READ_LIMIT - 1 : READ_LIMIT;
        return TextSegment.from(text.substring(0, end));
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "embeddings");
        thread.setDaemon(true);
        return thread;
    }
}
