package dev.agenthost.context.semanticsearch.indexing;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** Makes vectors of texts: near ones of texts that mean nearly the same. Never blocks its caller. */
public interface Embedder {
    /** Vectors of one model, in one version, are comparable with each other and with no others. */
    String model();

    /** How many numbers a vector has. */
    int dimensions();

    /** Of each text one, of length 1. */
    Uni<List<float[]>> embed(List<String> texts);

    /** Whether it knows texts in every script alike; the model in the process has learned English. */
    default boolean isOfEveryScript() {
        return false;
    }
}
