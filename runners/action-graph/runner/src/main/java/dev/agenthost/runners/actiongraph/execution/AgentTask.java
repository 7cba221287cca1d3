package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ActionDescription;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.reference.ReferenceResolver;
import dev.agenthost.actiongraph.transcript.NodeRequest;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The words by which another agent is asked: the prompt of an action with all references expanded. */
final class AgentTask {
    private AgentTask() {}

    /**
     * Returns the request; empty if a reference leads nowhere.
     *
     * @param input the resolved input; null if the action has none
     */
    static Optional<String> text(String runId, Action action, @Nullable JsonNode input, ReferenceResolver resolver) {
        Reference.Section prompt = action.input().prompt();
        Optional<String> task = prompt == null ? Optional.of(work(action)) : expanded(resolver, prompt);
        List<Optional<String>> context = action.input().context().stream()
                .map(reference -> expanded(resolver, reference))
                .toList();
        return context.stream().allMatch(Optional::isPresent)
                ? task.map(words -> new NodeRequest(
                                runId,
                                action.id(),
                                context.stream().flatMap(Optional::stream).toList(),
                                input,
                                words)
                        .text())
                : Optional.empty();
    }

    private static Optional<String> expanded(ReferenceResolver resolver, Reference reference) {
        return resolver.find(reference).map(value -> value.isTextual() ? value.textValue() : value.toString());
    }

    /** The description of an action without a prompt. */
    private static String work(Action action) {
        ActionDescription words = action.description();
        return Stream.of(words.text(), words.title(), words.operation())
                .filter(Objects::nonNull)
                .filter(text -> !text.isBlank())
                .findFirst()
                .orElse("Do what the input asks for.");
    }
}
