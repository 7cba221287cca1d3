package dev.agenthost.context.semanticsearch.indexing;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** Makes vectors of texts: texts of nearly the same meaning have near vectors. Never blocks its caller. */
public interface Embedder {
    /** Names the model and its version; only vectors of one name are comparable. */
    String model();

    /** Returns the length of the vectors. */
    int dimensions();

    /** Makes one vector of length 1 for each text. */
    Uni<List<float[]>> embed(List<String> texts);

    /** Returns true if the model supports every script equally; the built-in model is trained on English. */
    default boolean isOfEveryScript() {
        return false;
    }
}
