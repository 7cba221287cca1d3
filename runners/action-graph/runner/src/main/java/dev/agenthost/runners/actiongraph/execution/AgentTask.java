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

/** The words by which another agent or a person is asked: the prompt of an action with all references expanded. */
final class AgentTask {
    private AgentTask() {}

    /**
     * Returns the request to an agent; empty if a reference leads nowhere.
     *
     * @param input the resolved input; null if the action has none
     * @param task the work of the agent
     * @param handoffs the work of those before, which the context begins with
     */
    static Optional<String> request(
            String runId,
            Action action,
            @Nullable JsonNode input,
            ReferenceResolver resolver,
            String task,
            List<String> handoffs) {
        List<Optional<String>> context = action.input().context().stream()
                .map(reference -> expanded(resolver, reference))
                .toList();
        if (!context.stream().allMatch(Optional::isPresent)) {
            return Optional.empty();
        }
        List<String> texts = Stream.concat(handoffs.stream(), context.stream().flatMap(Optional::stream))
                .toList();
        return Optional.of(new NodeRequest(runId, action.id(), texts, input, task).text());
    }

    /** Returns the expanded prompt, or the description of an action without one; empty if the prompt leads nowhere. */
    static Optional<String> prompt(Action action, ReferenceResolver resolver) {
        Reference.Section prompt = action.input().prompt();
        return prompt == null ? Optional.of(work(action)) : expanded(resolver, prompt);
    }

    private static Optional<String> expanded(ReferenceResolver resolver, Reference reference) {
        return resolver.find(reference)
                .map(value -> value.isTextual() ? value.textValue() : value.toString())
                .or(() -> resolver.beginning(reference));
    }

    private static String work(Action action) {
        ActionDescription words = action.description();
        return Stream.of(words.text(), words.title(), words.operation())
                .filter(Objects::nonNull)
                .filter(text -> !text.isBlank())
                .findFirst()
                .orElse("Do what the input asks for.");
    }
}
