package dev.agenthost.orchestrator.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.hostapi.AgentApiError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outcome of a call of a tool. */
public sealed interface ToolOutcome {
    /**
     * The tool answered.
     *
     * @param structured the result as data, if the tool returns data
     * @param isError true if the tool itself reports a failure; the call was made
     */
    record Answered(List<ToolContent> content, @Nullable JsonNode structured, boolean isError) implements ToolOutcome {
        public Answered {
            content = Fields.list(content, "content");
            structured = Fields.nullable(structured);
        }
    }

    /** The tool gave no answer. */
    record Refused(AgentApiError error) implements ToolOutcome {}

    static ToolOutcome answered(String text) {
        return new Answered(List.of(new ToolContent.Text(text)), null, false);
    }

    static ToolOutcome refused(FailureCode code, String message) {
        return new Refused(AgentApiError.of(code, message));
    }

    /** Returns a failure after which the call may have been executed: the runner decides about a retry. */
    static ToolOutcome unsure(FailureCode code, String message) {
        return new Refused(new AgentApiError(code.wire(), message, false, JsonNodeFactory.instance.objectNode()));
    }
}
