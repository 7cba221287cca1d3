package dev.agenthost.actiongraph.action;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.validation.ObjectReader;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.TextRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the executor of an action. */
final class ExecutorReader {
    private ExecutorReader() {}

    /** Null if the action leaves the choice to the runtime, or after an error was added. */
    static @Nullable ExecutorRequest read(ObjectReader action) {
        ObjectReader executor = action.object("executor");
        if (executor == null) {
            return null;
        }
        JsonNode type = executor.find("type");
        boolean isAuto = type != null && ExecutorRequest.AUTO.equals(type.textValue());
        if (isAuto) {
            executor.error(
                    "type",
                    Rule.EXECUTOR_TYPE_AUTO,
                    "is a class of executors and cannot be auto; write one of " + ObjectReader.names(ExecutorType.class)
                            + ", and \"target\": \"auto\"");
        }
        ExecutorType known = isAuto ? null : executor.constant("type", ExecutorType.class);
        String target = executor.text("target", TextRule.LABEL_TEXT);
        List<String> capabilities = executor.list(
                "capabilities",
                ExecutorRequest.MAX_CAPABILITIES,
                (value, path, violations) -> ObjectReader.text(value, path, TextRule.LABEL_TEXT, violations));
        executor.finish();
        return new ExecutorRequest(known, target == null ? ExecutorRequest.AUTO : target, capabilities);
    }

    /** A named tool needs arguments; a tool that the runtime chooses may have a prompt instead. */
    static void checkToolInput(@Nullable ExecutorRequest executor, ActionInput input, ObjectReader action) {
        if (executor == null || executor.type() != ExecutorType.TOOL || input.value() != null) {
            return;
        }
        if (!executor.isAuto() || input.prompt() == null) {
            action.violations()
                    .error(
                            action.path(),
                            Rule.TOOL_WITHOUT_INPUT,
                            "is a tool action without input; add args, {} if the tool has no parameters");
        }
    }
}
