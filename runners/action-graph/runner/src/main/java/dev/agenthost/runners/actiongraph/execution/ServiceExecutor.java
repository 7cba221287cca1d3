package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.result.ExecutorId;
import dev.agenthost.runners.actiongraph.registry.ConfiguredExecutor;
import dev.agenthost.runners.actiongraph.registry.GrantedExecutors;

/** Calls the tool of a configured service. The fixed arguments replace those of the action. */
record ServiceExecutor(GrantedExecutors granted, ToolCallExecutor tools) implements ActionExecutor {
    @Override
    public ActionOutcome execute(ActionCall call) {
        ConfiguredExecutor service = granted.configuration(call.executor()).orElse(null);
        if (service == null || service.tool() == null) {
            return ActionOutcome.refused("executor.unavailable", "The service is not configured.");
        }
        if (!(call.input() instanceof ObjectNode input)) {
            return ActionOutcome.refused("input.type", "The input of a service must be an object.");
        }
        ObjectNode arguments = input.deepCopy();
        arguments.setAll(service.arguments());
        return tools.execute(call.by(new ExecutorId(ExecutorType.TOOL, service.tool()), arguments));
    }
}
