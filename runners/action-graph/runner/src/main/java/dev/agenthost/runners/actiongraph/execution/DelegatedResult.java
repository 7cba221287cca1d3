package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.sdk.RunView;
import java.util.List;
import java.util.stream.Collectors;

/** The results of a delegated run as the outcome of an action: its messages are the output. */
final class DelegatedResult {
    private DelegatedResult() {}

    static ActionOutcome of(RunView run, List<ObjectNode> results) {
        if (run.status().equals("completed")) {
            return new ActionOutcome.Succeeded(TextNode.valueOf(results.stream()
                    .filter(result -> isOf(result, "message.completed") || isOf(result, "run.completed"))
                    .map(result -> text(result.at("/data/message/content")))
                    .filter(message -> !message.isBlank())
                    .collect(Collectors.joining("\n\n"))));
        }
        String why = results.stream()
                .filter(result -> isOf(result, "run.failed"))
                .map(result -> result.at("/data/code").asText("") + " "
                        + result.at("/data/error").asText(""))
                .map(String::strip)
                .findFirst()
                .orElse("its run was not answered");
        return ActionOutcome.failed("agent.failed", "The agent did not finish: " + why);
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
