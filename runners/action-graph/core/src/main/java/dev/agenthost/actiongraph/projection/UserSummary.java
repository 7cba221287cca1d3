package dev.agenthost.actiongraph.projection;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.actiongraph.result.SummaryText;
import java.util.stream.Collectors;

/** The summary of a result for a person, who reads values rather than the size of their JSON. It is not shortened. */
final class UserSummary {
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
                : output.toString();
    }
}
