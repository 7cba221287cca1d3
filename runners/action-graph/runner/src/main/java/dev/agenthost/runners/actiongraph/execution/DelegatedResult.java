package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.actiongraph.graph.AttemptUsage;
import dev.agenthost.protocol.run.RunUsage;
import dev.agenthost.sdk.RunView;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/** The results of a delegated run as the outcome of an action: its messages are the output. */
final class DelegatedResult {
    private DelegatedResult() {}

    static ActionOutcome of(RunView run, List<ObjectNode> results) {
        if (run.status().equals("completed")) {
            String output = results.stream()
                    .filter(result -> isOf(result, "message.completed") || isOf(result, "run.completed"))
                    .map(result -> text(result.at("/data/message/content")))
                    .filter(message -> !message.isBlank())
                    .collect(Collectors.joining("\n\n"));
            return new ActionOutcome.Succeeded(TextNode.valueOf(output), usage(run));
        }
        String why = results.stream()
                .filter(result -> isOf(result, "run.failed"))
                .map(result -> result.at("/data/code").asText("") + " "
                        + result.at("/data/error").asText(""))
                .map(String::strip)
                .findFirst()
                .orElse("its run was not answered");
        return ActionOutcome.failed("agent.failed", "The agent did not finish: " + why, usage(run));
    }

    /** The usage that the host has counted. */
    private static AttemptUsage usage(RunView run) {
        RunUsage counted = run.usage();
        return counted == null
                ? AttemptUsage.NONE
                : new AttemptUsage(counted.tokens(), BigDecimal.ZERO, counted.calls());
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
