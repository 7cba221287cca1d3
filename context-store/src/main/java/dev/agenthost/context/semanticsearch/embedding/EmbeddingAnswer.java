package dev.agenthost.context.semanticsearch.embedding;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;

/**
 * The answer of an embedding provider: a vector for each text, in the order of the texts, each of length 1; or the reason why the answer
 * is invalid.
 */
public sealed interface EmbeddingAnswer {
    record Vectors(List<float[]> vectors) implements EmbeddingAnswer {}

    /** @param why in a few words; quotes nothing of the answer */
    record Wrong(String why) implements EmbeddingAnswer {}

    /**
     * Reads an answer; the order is that of {@code index}, in any order of the list.
     *
     * @param texts number of texts in the request
     * @param dimensions of each vector, or {@link EmbeddingsEndpoint#ANY}
     */
    static EmbeddingAnswer read(JsonNode answer, int texts, int dimensions) {
        JsonNode data = answer.path("data");
        if (!data.isArray()) {
            return new Wrong("holds no list of vectors");
        }
        if (data.size() != texts) {
            return new Wrong("holds " + data.size() + " vectors for " + texts + " texts");
        }
        float[][] vectors = new float[texts][];
        for (JsonNode one : data) {
            JsonNode index = one.path("index");
            if (!index.isInt()
                    || index.intValue() < 0
                    || index.intValue() >= texts
                    || vectors[index.intValue()] != null) {
                return new Wrong("has no valid index of a vector");
            }
            JsonNode numbers = one.path("embedding");
            if (!numbers.isArray() || !fits(numbers.size(), dimensions)) {
                return new Wrong("has a vector of " + numbers.size() + " numbers and not of "
                        + (dimensions == EmbeddingsEndpoint.ANY
                                ? "1 to " + EmbeddingsEndpoint.MOST_DIMENSIONS
                                : dimensions));
            }
            float[] vector = unit(numbers);
            if (vector.length == 0) {
                return new Wrong("has an invalid or zero vector");
            }
            vectors[index.intValue()] = vector;
        }
        return new Vectors(Arrays.asList(vectors));
    }

    private static boolean fits(int numbers, int dimensions) {
        return dimensions == EmbeddingsEndpoint.ANY
                ? numbers > 0 && numbers <= EmbeddingsEndpoint.MOST_DIMENSIONS
                : numbers == dimensions;
    }

    /** Returns an empty vector if an element is no number, or all are zero. */
    private static float[] unit(JsonNode numbers) {
        double[] read = new double[numbers.size()];
        double square = 0;
        for (int i = 0; i < read.length; i++) {
            JsonNode number = numbers.get(i);
            read[i] = number.isNumber() ? number.doubleValue() : Double.NaN;
            square += read[i] * read[i];
        }
        double length = Math.sqrt(square);
        // Also true if the length is no number or infinite.
        if (!(length > 0) || Double.isInfinite(length)) {
            return new float[0];
        }
        float[] unit = new float[read.length];
        for (int i = 0; i < read.length; i++) {
            unit[i] = (float) (read[i] / length);
        }
        return unit;
    }
}
