package dev.agenthost.context.semanticsearch.postgres;

import java.util.StringJoiner;

/** Vectors as pgvector reads them. */
final class VectorText {
    private VectorText() {}

    static String of(float[] vector) {
        StringJoiner numbers = new StringJoiner(",", "[", "]");
        for (float number : vector) {
            numbers.add(Float.toString(number));
        }
        return numbers.toString();
    }
}
