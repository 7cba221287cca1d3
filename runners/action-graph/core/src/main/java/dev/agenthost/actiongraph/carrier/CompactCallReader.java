package dev.agenthost.actiongraph.carrier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ActionDescription;
import dev.agenthost.actiongraph.action.ActionInput;
import dev.agenthost.actiongraph.action.ActionReader;
import dev.agenthost.actiongraph.action.DeclaredAction;
import dev.agenthost.actiongraph.action.ExecutorRequest;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.action.ResourceAccess;
import dev.agenthost.actiongraph.policy.ActionPolicies;
import dev.agenthost.actiongraph.policy.result.ResultPolicy;
import dev.agenthost.actiongraph.policy.result.ReturnToModel;
import dev.agenthost.actiongraph.validation.ObjectReader;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.TextRule;
import dev.agenthost.actiongraph.validation.ViolationCollector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one call of the compact carrier. */
final class CompactCallReader {
    private CompactCallReader() {}

    /** Null after an error was added. */
    static @Nullable DeclaredAction read(JsonNode value, String path, ViolationCollector violations) {
        int errorsBefore = violations.errorCount();
        ObjectReader call = ObjectReader.of(value, path, violations);
        if (call == null) {
            return null;
        }
        String id = call.requireText("id", TextRule.ACTION_ID);
        ExecutorType type = type(call);
        String name = call.requireText("name", TextRule.LABEL_TEXT);
        if (type == ExecutorType.TOOL && ExecutorRequest.AUTO.equals(name)) {
            call.error("name", Rule.FIELD_VALUE, "must be the name of one tool; only an agent can be auto");
        }
        JsonNode args = EmbeddedJson.unwrap(call.find("args"), path + ".args", violations);
        if (args != null && !args.isObject()) {
            call.error("args", Rule.FIELD_TYPE, "must be an object");
        }
        List<String> depends = ActionReader.dependencies(call, "depends");
        ReturnToModel part = call.constant("result", ReturnToModel.class);
        String title = call.text("title", TextRule.line(ActionDescription.MAX_TITLE));
        call.finish();
        if (id == null || type == null || name == null || violations.errorCount() > errorsBefore) {
            return null;
        }
        JsonNode input = args == null && type == ExecutorType.TOOL ? JsonNodeFactory.instance.objectNode() : args;
        Action action = new Action(
                id,
                ActionDescription.titled(title),
                new ExecutorRequest(type, name, List.of()),
                depends,
                ActionInput.of(input),
                null,
                null,
                ResourceAccess.NONE,
                part == null ? ActionPolicies.STANDARD : ActionPolicies.of(ResultPolicy.of(part)));
        return ActionReader.declared(action, path, "depends", "args", violations);
    }

    private static @Nullable ExecutorType type(ObjectReader call) {
        JsonNode type = call.require("type", "it must be tool or agent");
        if (type == null) {
            return null;
        }
        String word = type.isTextual() ? type.textValue() : "";
        switch (word) {
            case "tool":
                return ExecutorType.TOOL;
            case "agent":
                return ExecutorType.AGENT;
            default:
                call.error(
                        "type",
                        type.isTextual() ? Rule.FIELD_VALUE : Rule.FIELD_TYPE,
                        "must be tool or agent; executors of other types need a full declaration, in a block");
                return null;
        }
    }
}
