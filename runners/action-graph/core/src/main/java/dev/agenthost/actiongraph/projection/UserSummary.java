package dev.agenthost.actiongraph.projection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.actiongraph.result.SummaryText;
import dev.agenthost.actiongraph.result.TruncatedOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The summary of a result for a person, who reads values rather than the size of their JSON. Its reader shortens it. */
final class UserSummary {
    /** More JSON than a view shows: an output may be large, and each view of a graph has the summaries of all actions that ended. */
    private static final int MAX_JSON = 4_000;

    /** Most elements of an array that is shown as a line. */
    private static final int MAX_ELEMENTS = 20;

    private UserSummary() {}

    /** The summary of summarizer or executor; else the output: a value, the texts of a truncated result of a tool, the members of an object of values, else JSON. */
    static String of(ActionResult result) {
        String declared = SummaryText.byExecutor(result.summaries());
        JsonNode output = result.output().value();
        if (declared != null || output == null) {
            return SummaryText.of(result);
        }
        if (output.isValueNode()) {
            return output.asText();
        }
        Optional<TruncatedOutput> truncated = TruncatedOutput.of(result.output());
        if (truncated.isPresent()) {
            return result.output().reference() == null
                    ? truncated.get().mark() + "\n" + truncated.get().beginning()
                    : truncated.get().beginning();
        }
        List<String> members = members(output);
        return members.isEmpty() ? beginning(output) : String.join("; ", members);
    }

    /**
     * The members of an object, each with its value; the members of an object in it, such as the values of a form, stand in its place. Empty
     * for another value, and for one that is nested deeper.
     */
    private static List<String> members(JsonNode output) {
        List<String> members = new ArrayList<>();
        for (Map.Entry<String, JsonNode> member : output.properties()) {
            JsonNode value = member.getValue();
            if (isPlain(value)) {
                members.add(member(member.getKey(), value));
            } else if (value.isObject() && value.valueStream().allMatch(UserSummary::isPlain)) {
                value.propertyStream().forEach(inner -> members.add(member(inner.getKey(), inner.getValue())));
            } else {
                return List.of();
            }
        }
        return members;
    }

    /** Returns true for a value, and for a short array of values. */
    private static boolean isPlain(JsonNode value) {
        return value.isValueNode()
                || value.isArray()
                        && value.size() <= MAX_ELEMENTS
                        && value.valueStream().allMatch(JsonNode::isValueNode);
    }

    private static String member(String name, JsonNode value) {
        String text = value.isArray()
                ? value.valueStream().map(JsonNode::asText).collect(Collectors.joining(", "))
                : value.asText();
        return name.replace('_', ' ') + ": " + text;
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
