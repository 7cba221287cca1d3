package dev.agenthost.actiongraph.carrier;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

    /** The text, and each native call as a line with its name and its arguments. */
    public String written() {
        return Stream.concat(
                        Stream.of(text.strip()), toolCalls.stream().map(call -> call.name() + " " + call.arguments()))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    /** A complete text without tool calls. */
    public static AssistantMessage text(String text) {
        return new AssistantMessage(text, List.of(), true);
    }
}
