package dev.agenthost.actiongraph.projection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.actiongraph.result.SummaryText;
import java.util.Map;
import java.util.stream.Collectors;

/** The summary of a result for a person, who reads values rather than the size of their JSON. Its reader shortens it. */
final class UserSummary {
    /** More JSON than a view shows: an output may be large, and each view of a graph has the summaries of all actions that ended. */
    private static final int MAX_JSON = 4_000;

    private UserSummary() {}

    /** The summary of summarizer or executor; else the output: a value, the members of an object of values, else JSON. */
    static String of(ActionResult result) {
        String declared = SummaryText.byExecutor(result.summaries());
        JsonNode output = result.output().value();
        if (declared != null || output == null) {
            return SummaryText.of(result);
        }
        if (output.isValueNode()) {
            return output.asText();
        }
        boolean isFlat = output.isObject() && output.valueStream().allMatch(JsonNode::isValueNode);
        return isFlat
                ? output.propertyStream()
                        .map(member -> member.getKey().replace('_', ' ') + ": "
                                + member.getValue().asText())
                        .collect(Collectors.joining(", "))
                : beginning(output);
    }

    /** The JSON of a value, of which elements after {@value #MAX_JSON} characters are left out. */
    private static String beginning(JsonNode value) {
        StringBuilder json = new StringBuilder();
        append(value, json);
        return json.toString();
    }

    private static void append(JsonNode value, StringBuilder json) {
        if (value.isObject()) {
            String separator = "{";
            for (Map.Entry<String, JsonNode> member : value.properties()) {
                if (json.length() > MAX_JSON) {
                    return;
                }
                json.append(separator)
                        .append(JsonNodeFactory.instance.textNode(member.getKey()))
                        .append(':');
                append(member.getValue(), json);
                separator = ",";
            }
            json.append(value.isEmpty() ? "{}" : "}");
        } else if (value.isArray()) {
            String separator = "[";
            for (JsonNode element : value) {
                if (json.length() > MAX_JSON) {
                    return;
                }
                json.append(separator);
                append(element, json);
                separator = ",";
            }
            json.append(value.isEmpty() ? "[]" : "]");
        } else {
            json.append(value);
        }
    }
}
