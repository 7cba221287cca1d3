package dev.agenthost.actiongraph.carrier;

import java.util.List;

/**
 * One output of a model.
 *
 * @param text the text, empty if there is none
 * @param toolCalls the native tool calls in their order
 * @param isComplete false if the provider stopped before the end, at a token limit for instance
 */
public record AssistantMessage(String text, List<NativeToolCall> toolCalls, boolean isComplete) {
    public AssistantMessage {
        toolCalls = List.copyOf(toolCalls);
    }

    /** A complete text without tool calls. */
    public static AssistantMessage text(String text) {
        return new AssistantMessage(text, List.of(), true);
    }
}
