package dev.agenthost.actiongraph.action;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.reference.Reference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The material of an action.
 *
 * @param value structured value, from {@code input} or {@code args}; strings in it may be references; null if there is none
 * @param context references to background
 * @param prompt reference to the task; null if there is none
 */
public record ActionInput(@Nullable JsonNode value, List<Reference> context, Reference.@Nullable Section prompt) {
    public static final int MAX_CONTEXT_REFS = 32;

    /** No material. */
    public static final ActionInput NONE = new ActionInput(null, List.of(), null);

    public ActionInput {
        context = List.copyOf(context);
    }

    /** Only a value. */
    public static ActionInput of(@Nullable JsonNode value) {
        return new ActionInput(value, List.of(), null);
    }
}
