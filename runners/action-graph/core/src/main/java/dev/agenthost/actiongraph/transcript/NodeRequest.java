package dev.agenthost.actiongraph.transcript;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.result.PrettyJson;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The prompt of an action that a model executes (spec 001, Context and prompt). All references are expanded.
 *
 * @param runId id of the run
 * @param actionId id of the action
 * @param context expanded background, in the order of {@code context_refs}
 * @param input resolved structured value; null if there is none
 * @param task the work of the action: its expanded prompt, or its description
 */
public record NodeRequest(
        String runId,
        String actionId,
        List<String> context,
        @Nullable JsonNode input,
        String task) {
    private static final Pattern TAG =
            Pattern.compile("<(?=\\s*/?\\s*(?:node-request|context|input|task)\\b)", Pattern.CASE_INSENSITIVE);

    public NodeRequest {
        context = List.copyOf(context);
        if (task.isBlank()) {
            throw new IllegalArgumentException("task must not be blank");
        }
    }

    /** The text. An element without content is left out; content cannot end its element. */
    public String text() {
        return "<node-request run_id=\"" + runId + "\" action_id=\"" + actionId + "\">\n"
                + element("context", String.join("\n", context))
                + element("input", input == null ? "" : PrettyJson.pretty(input))
                + element("task", task)
                + "</node-request>\n";
    }

    private static String element(String name, String content) {
        return content.isBlank()
                ? ""
                : "  <" + name + ">\n"
                        + TAG.matcher(content.strip()).replaceAll("&lt;").indent(4) + "  </" + name + ">\n";
    }
}
