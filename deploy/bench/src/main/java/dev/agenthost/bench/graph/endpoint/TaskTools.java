package dev.agenthost.bench.graph.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.bench.graph.task.StepOutput;
import dev.agenthost.bench.graph.task.TaskCatalogue;
import dev.agenthost.bench.graph.task.TaskStep;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The tools of the tasks: each call takes the time of its step, fails as often as its step says, and changes the balance of its account. */
final class TaskTools {
    private final CaseLog log;
    private final Map<String, Integer> failures = new ConcurrentHashMap<>();
    private final Map<String, String> balances = new HashMap<>();
    private volatile BiConsumer<String, TaskStep> observer = (caseId, step) -> {};

    TaskTools(CaseLog log) {
        this.log = log;
    }

    /** @param next receives case and step of each call before it is executed */
    void observe(BiConsumer<String, TaskStep> next) {
        observer = next;
    }

    /** The result of {@code tools/list}. */
    static ObjectNode list() {
        var result = JsonReply.object();
        var tools = result.putArray("tools");
        tools.add(tool("fetch", "Fetches the record of a step.", null));
        tools.add(tool("compute", "Computes a value from the values of other steps.", "inputs"));
        tools.add(tool("update", "Changes the balance of an account and returns the new balance.", "account"));
        return result;
    }

    private static ObjectNode tool(String name, String description, @Nullable String more) {
        var tool = JsonReply.object().put("name", name).put("description", description);
        var schema = tool.putObject("inputSchema").put("type", "object");
        var properties = schema.putObject("properties");
        var required = schema.putArray("required").add("case").add("step");
        properties.putObject("case").put("type", "string").put("description", "The case of the task.");
        properties.putObject("step").put("type", "string").put("description", "The id of the step.");
        if (more != null) {
            required.add(more);
            var property = properties.putObject(more);
            if (more.equals("inputs")) {
                property.put("type", "array").putObject("items").put("type", "string");
            } else {
                property.put("type", "string");
            }
        }
        return tool;
    }

    /**
     * The result of {@code tools/call}.
     *
     * @param mostCharacters most characters of the text of the result
     */
    ObjectNode call(JsonNode arguments, int mostCharacters) throws InterruptedException {
        var caseId = arguments.path("case").asText();
        TaskStep step;
        try {
            step = TaskCatalogue.ofCase(caseId).step(arguments.path("step").asText());
        } catch (IllegalArgumentException unknown) {
            return failed(String.valueOf(unknown.getMessage()));
        }
        log.addCall(caseId);
        observer.accept(caseId, step);
        Thread.sleep(step.delayMillis());
        var key = caseId + "/" + step.id();
        if (step.failures() > 0 && failures.merge(key, 1, Integer::sum) <= step.failures()) {
            return failed("The service is not available now. Try again.");
        }
        return result(step, output(caseId, step, arguments), mostCharacters);
    }

    private StepOutput output(String caseId, TaskStep step, JsonNode arguments) {
        var inputs = new ArrayList<String>();
        arguments.path("inputs").forEach(input -> inputs.add(input.asText()));
        if (step.account() == null) {
            return StepOutput.of(caseId, step.id(), inputs);
        }
        var account = caseId + "/" + arguments.path("account").asText();
        // One call after the other: a balance depends on the order.
        synchronized (balances) {
            inputs.add(balances.getOrDefault(account, ""));
            var output = StepOutput.of(caseId, step.id(), inputs);
            balances.put(account, output.value());
            return output;
        }
    }

    private static ObjectNode result(TaskStep step, StepOutput output, int mostCharacters) {
        var result = JsonReply.object();
        var text = RecordText.of(step.id(), output, step.outputBytes());
        result.putArray("content")
                .addObject()
                .put("type", "text")
                .put("text", text.substring(0, Math.min(text.length(), mostCharacters)));
        result.putObject("structuredContent").put("value", output.value()).put("high", output.high());
        return result;
    }

    private static ObjectNode failed(String text) {
        var result = JsonReply.object().put("isError", true);
        result.putArray("content").addObject().put("type", "text").put("text", text);
        return result;
    }
}
