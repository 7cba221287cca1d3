package dev.agenthost.protocol.resource;

import dev.agenthost.protocol.field.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A model the run may use, and how: {@code invoke}, {@code stream}, {@code rerank} (spec 000 §4.4, §6). */
public record ModelResource(
        String modelId,
        @Nullable String modelType,
        @Nullable String provider,
        List<String> operations) {
    public ModelResource {
        Fields.text(modelId, "model_id");
        operations = Fields.list(operations, "operations");
    }
}
