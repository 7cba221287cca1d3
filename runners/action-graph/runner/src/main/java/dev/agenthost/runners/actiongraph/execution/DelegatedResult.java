package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.actiongraph.graph.AttemptUsage;
import dev.agenthost.actiongraph.markdown.PrivateReasoning;
import dev.agenthost.actiongraph.result.ActionFailure;
import dev.agenthost.protocol.run.RunUsage;
import dev.agenthost.sdk.RunView;
import dev.agenthost.sdk.host.Delegations;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The results of a delegated run as the outcome of an action: its messages, without private reasoning, are the output. */
final class DelegatedResult {
    private static final Set<String> TERMINAL = Set.of("run.completed", "run.failed", "run.unanswered");

    private DelegatedResult() {}

    /**
     * Returns true if the results of a run that has ended contain its end. The host stores the end of a run first and its results some
     * moments later. A run that no agent has answered has no other results, and a full page of results is the most that is read.
     */
    static boolean isComplete(RunView run, List<ObjectNode> results) {
        return run.outcome() != null && run.outcome().isUnanswered()
                || results.size() >= Delegations.MOST_RESULTS
                || results.stream()
                        .anyMatch(
                                result -> TERMINAL.contains(result.path("type").asText()));
    }

    static ActionOutcome of(RunView run, List<ObjectNode> results) {
        if (run.status().equals("completed")) {
            String output = results.stream()
                    .filter(result -> isOf(result, "message.completed") || isOf(result, "run.completed"))
                    .map(result -> PrivateReasoning.without(text(result.at("/data/message/content"))))
                    .filter(message -> !message.isBlank())
                    .collect(Collectors.joining("\n\n"));
            return new ActionOutcome.Succeeded(TextNode.valueOf(output), usage(run));
        }
        ActionFailure failure = results.stream()
                .filter(result -> isOf(result, "run.failed"))
                .findFirst()
                .map(result -> failure(
                        result.at("/data/code").asText("runner.error"),
                        result.at("/data/error").asText("")))
                .orElseGet(() -> failure(reason(run.outcome()), ""));
        return new ActionOutcome.Failed(failure, usage(run), false);
    }

    /** The error of a run may have internal text, which people are not shown (docs/reference/rest.md). */
    private static ActionFailure failure(String why, String internal) {
        return new ActionFailure(
                "agent.failed", "The agent did not finish: " + why, internal.isBlank() ? null : internal.strip());
    }

    /** The host's own words about a run without results: no agent has answered it, or its results were erased. */
    private static String reason(RunView.@Nullable Outcome outcome) {
        if (outcome == null) {
            return "its run was not answered";
        }
        String what = outcome.isUnanswered() ? "its run was not answered" : "its run has failed";
        return Stream.of(what, outcome.code(), outcome.sentence())
                .filter(part -> part != null && !part.isBlank())
                .collect(Collectors.joining(": "));
    }

    /** The usage that the host has counted. */
    private static AttemptUsage usage(RunView run) {
        RunUsage counted = run.usage();
        return counted == null
                ? AttemptUsage.NONE
                : new AttemptUsage(counted.tokens(), BigDecimal.ZERO, counted.calls(), counted.modelCalls());
    }

    private static boolean isOf(JsonNode result, String type) {
        return result.path("type").asText().equals(type);
    }

    private static String text(JsonNode content) {
        if (content.isTextual()) {
            return content.textValue();
        }
        StringBuilder text = new StringBuilder();
        content.forEach(element -> text.append(element.path("text").asText("")));
        return text.toString();
    }
}
