package dev.agenthost.context.semanticsearch.vectorindex;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BruteForceVectorIndexTest {
    private static final int DIMENSIONS = 16;
    private static final RetrievalScope SCOPE =
            new RetrievalScope("w", List.of("kb"), JsonNodeFactory.instance.objectNode());

    private final Random random = new Random(7);
    private final Shelf repository = new Shelf();

    @ParameterizedTest
    @ValueSource(longs = {0, 10_000, 100_000_000})
    void equalsACompleteComparisonForAnyCacheSize(long cache) {
        for (int document = 0; document < 40; document++) {
            repository.add(document, 1, random.nextInt(1, 120));
        }
        repository.add(99, 1, 2_500);
        BruteForceVectorIndex vectors = new BruteForceVectorIndex(repository, new VectorCache(cache), Runnable::run);

        for (int i = 0; i < 20; i++) {
            float[] query = vector();
            List<ChunkHit> expected = repository.brute(query, 25);
            assertThat(nearest(vectors, query, 25)).isEqualTo(expected);
            assertThat(nearest(vectors, query, 25)).isEqualTo(expected);
        }
    }

    @Test
    void cachedVectorsAreNotReadAgainAndNewRevisionsAre() {
        repository.add(1, 1, 1_500);
        BruteForceVectorIndex vectors =
                new BruteForceVectorIndex(repository, new VectorCache(1_000_000), Runnable::run);
        float[] query = vector();
        nearest(vectors, query, 5);
        int read = repository.read;

        nearest(vectors, query, 5);
        assertThat(repository.read).isEqualTo(read);

        repository.add(1, 2, 3);
        assertThat(nearest(vectors, query, 5)).isEqualTo(repository.brute(query, 5));
        assertThat(repository.read).isEqualTo(read + 1);
    }

    @Test
    void theCacheAndPortionsAreBounded() {
        VectorCache cache = new VectorCache(100L * DIMENSIONS * Float.BYTES);
        BruteForceVectorIndex vectors = new BruteForceVectorIndex(repository, cache, Runnable::run);
        for (int document = 0; document < 30; document++) {
            repository.documents.clear();
            repository.add(document, 1, 60);
            nearest(vectors, vector(), 3);
            assertThat(cache.bytes()).isLessThanOrEqualTo(100L * DIMENSIONS * Float.BYTES);
        }
        repository.add(50, 1, 5_000);
        nearest(vectors, vector(), 3);
        assertThat(cache.bytes()).isPositive();
        assertThat(repository.maxConcurrent).isLessThanOrEqualTo(ChunkRange.LARGEST);
    }

    @Test
    void deletedSlicesAreOmitted() {
        repository.add(1, 1, 3);
        repository.add(2, 1, 3);
        repository.deletedSlice = 1;

        assertThat(nearest(new BruteForceVectorIndex(repository, new VectorCache(0), Runnable::run), vector(), 9))
                .hasSize(3)
                .allMatch(hit -> hit.document() == 2);
    }

    @Test
    void vectorsAreDecodedAsStored() {
        float[] vector = vector();

        assertThat(Vectors.of(Vectors.bytes(vector))).isEqualTo(vector);
        assertThat(Vectors.product(vector, vector, 0)).isBetween(0.9999f, 1.0001f);
    }

    private static List<ChunkHit> nearest(BruteForceVectorIndex vectors, float[] query, int most) {
        return vectors.nearest(SCOPE, "m", query, most).await().indefinitely();
    }

    private float[] vector() {
        float[] vector = new float[DIMENSIONS];
        double length = 0;
        for (int i = 0; i < DIMENSIONS; i++) {
            vector[i] = (float) random.nextGaussian();
            length += vector[i] * vector[i];
        }
        for (int i = 0; i < DIMENSIONS; i++) {
            vector[i] /= (float) Math.sqrt(length);
        }
        return vector;
    }

    /** A repository of vectors in memory. */
    private final class Shelf implements VectorRepository {
        final Map<Long, IndexedDocument> documents = new HashMap<>();
        final Map<Long, float[]> packed = new HashMap<>();
        int read;
        int maxConcurrent;
        long deletedSlice = -1;

        void add(long document, long revision, int chunks) {
            documents.put(document, new IndexedDocument(document, revision, chunks));
            float[] all = new float[chunks * DIMENSIONS];
            for (int i = 0; i < chunks; i++) {
                System.arraycopy(vector(), 0, all, i * DIMENSIONS, DIMENSIONS);
            }
            packed.put(document, all);
        }

        List<ChunkHit> brute(float[] query, int most) {
            Map<ChunkHit, Float> scores = new HashMap<>();
            documents.values().forEach(document -> {
                for (int i = 0; i < document.chunks(); i++) {
                    float score = Vectors.product(query, packed.get(document.document()), i * DIMENSIONS);
                    scores.put(new ChunkHit(document.document(), i), score);
                }
            });
            return scores.entrySet().stream()
                    .sorted(Map.Entry.<ChunkHit, Float>comparingByValue()
                            .reversed()
                            .thenComparing(Map.Entry::getKey, Comparator.naturalOrder()))
                    .limit(most)
                    .map(Map.Entry::getKey)
                    .toList();
        }

        @Override
        public Uni<List<IndexedDocument>> documents(RetrievalScope scope, String model) {
            return Uni.createFrom().item(new ArrayList<>(documents.values()));
        }

        @Override
        public Uni<Map<ChunkRange, float[]>> vectors(List<ChunkRange> slices, int dimensions) {
            read++;
            maxConcurrent = Math.max(
                    maxConcurrent, slices.stream().mapToInt(ChunkRange::size).sum());
            Map<ChunkRange, float[]> found = new HashMap<>();
            slices.stream().filter(slice -> slice.document() != deletedSlice).forEach(slice -> {
                float[] part = new float[slice.size() * dimensions];
                System.arraycopy(packed.get(slice.document()), slice.low() * dimensions, part, 0, part.length);
                found.put(slice, part);
            });
            return Uni.createFrom().item(found);
        }
    }
}
