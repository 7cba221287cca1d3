package dev.agenthost.context.semanticsearch.postgres;

import java.util.StringJoiner;

/** Writes vectors in the syntax of pgvector. */
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
