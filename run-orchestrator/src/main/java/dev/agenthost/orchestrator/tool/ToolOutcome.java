package dev.agenthost.orchestrator.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.hostapi.AgentApiError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of a call of a tool. */
public sealed interface ToolOutcome {
    /**
     * The tool answered.
     *
     * @param structured its result as data, where it gives one
     * @param isError its own "no": the call was made, and the tool says that it did not go well
     */
    record Said(List<ToolContent> content, @Nullable JsonNode structured, boolean isError) implements ToolOutcome {
        public Said {
            content = Fields.list(content, "content");
            structured = Fields.nullable(structured);
        }
    }

    /** There is no answer of the tool's. */
    record Refused(AgentApiError error) implements ToolOutcome {}

    static ToolOutcome said(String text) {
        return new Said(List.of(new ToolContent.Text(text)), null, false);
    }

    static ToolOutcome refused(FailureCode code, String message) {
        return new Refused(AgentApiError.of(code, message));
    }

    /** Of what may have been done: the same call again is the runner's own decision. */
    static ToolOutcome unsure(FailureCode code, String message) {
        return new Refused(new AgentApiError(code.wire(), message, false, JsonNodeFactory.instance.objectNode()));
    }
}
