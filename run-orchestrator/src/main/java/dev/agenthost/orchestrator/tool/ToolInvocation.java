package dev.agenthost.orchestrator.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * A granted call of a tool, whose arguments fit its schema.
 *
 * @param operationId the id of the call within its run; a repetition of the call has the same id
 * @param limit the time limit of the answer: the time until the run's deadline, or less
 * @param mayCall true while this replica owns the run and the run is open; checked before each outbound call
 */
public record ToolInvocation(
        ToolCaller caller,
        String toolId,
        ObjectNode arguments,
        String operationId,
        Duration limit,
        BooleanSupplier mayCall) {
    public ToolInvocation {
        Fields.required(caller, "caller");
        Fields.text(toolId, "tool_id");
        Fields.required(arguments, "arguments");
        Fields.text(operationId, "operation_id");
        Fields.required(limit, "limit");
        Fields.required(mayCall, "may_call");
    }
}
