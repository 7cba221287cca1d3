package dev.agenthost.protocol.context;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.agenthost.protocol.error.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A model the run may use, and how: {@code invoke}, {@code stream}, {@code rerank} (spec 000 §4.4, §6).
 *
 * @param provider whose model it is
 * @param modelName the provider's own name of it; beyond the specification, and left out where it is not known
 * @param contextWindow tokens that it reads and writes together (spec 003 §6), from 1; absent if it is unknown
 */
public record ModelResource(
        String modelId,
        @Nullable String modelType,
        @Nullable String provider,
        List<String> operations,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String modelName,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer contextWindow) {
    public ModelResource {
        Fields.text(modelId, "model_id");
        operations = Fields.list(operations, "operations");
    }

    /** One of which nothing more is known. */
    public ModelResource(
            String modelId, @Nullable String modelType, @Nullable String provider, List<String> operations) {
        this(modelId, modelType, provider, operations, null, null);
    }
}
