package dev.agenthost.actiongraph.carrier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.validation.BoundedJson;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.ViolationCollector;
import dev.agenthost.protocol.json.MemberNames;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Converts direct requests of tools to a compact {@code act}. A request is clear if it has one known name and one object of arguments. */
final class DirectCalls {
    private static final int MOST_NAMES = 20;
    static final List<String> ARGUMENT_MEMBERS = List.of("arguments", "args", "parameters", "input");

    private final ExecutorNames executors;
    private final ViolationCollector violations;
    private final ObjectNode act = JsonNodeFactory.instance.objectNode().put("kind", "act");
    private final ArrayNode calls = act.putArray("calls");

    DirectCalls(ExecutorNames executors, ViolationCollector violations) {
        this.executors = executors;
        this.violations = violations;
    }

    /** Adds a native call. */
    void add(NativeToolCall call, String path) {
        JsonNode arguments =
                call.arguments().isBlank() ? JsonNodeFactory.instance.objectNode() : parse(call.arguments(), path);
        add(call.name(), arguments, path);
    }

    /** Adds a call that was written as JSON text, such as {@code {"name": "read", "arguments": {}}}. */
    void add(String json, String path) {
        JsonNode request = parse(json, path);
        List<String> members = ARGUMENT_MEMBERS.stream().filter(request::has).toList();
        if (!isRequest(request) || members.size() > 1) {
            ambiguous(path, "needs one name and one object of arguments");
            return;
        }
        add(
                request.get("name").textValue(),
                members.isEmpty()
                        ? JsonNodeFactory.instance.objectNode()
                        : EmbeddedJson.unwrap(request.get(members.getFirst()), path, violations),
                path);
    }

    /** The compact output; meaningless if an error was added. */
    JsonNode act() {
        return act;
    }

    /** Returns true for an object that has a name and arguments, and nothing else. */
    static boolean isRequestOnly(JsonNode value) {
        return isRequest(value)
                && value.size() == 2
                && ARGUMENT_MEMBERS.stream().anyMatch(value::has);
    }

    private static boolean isRequest(JsonNode value) {
        return value.isObject() && value.path("name").isTextual();
    }

    private JsonNode parse(String json, String path) {
        JsonNode value = BoundedJson.parse(json, path, violations);
        return value == null ? JsonNodeFactory.instance.missingNode() : value;
    }

    private void add(String name, @Nullable JsonNode arguments, String path) {
        Set<String> tools = executors.known(ExecutorType.TOOL).orElse(Set.of());
        if (!tools.contains(name)) {
            ambiguous(
                    path,
                    "names no tool of this conversation: " + MemberNames.plain(name) + ". "
                            + (tools.isEmpty()
                                    ? "There are no tools"
                                    : "The tools are "
                                            + tools.stream()
                                                    .sorted()
                                                    .limit(MOST_NAMES)
                                                    .collect(Collectors.joining(", "))));
        } else if (arguments == null || !arguments.isObject()) {
            ambiguous(path, "has arguments that are no object");
        } else {
            String id = id(name);
            calls.addObject()
                    .put("id", id)
                    .put("type", "tool")
                    .put("name", name)
                    .set("args", arguments);
        }
    }

    /** The name and the number of the call; characters that an id does not have become {@code _}. */
    private String id(String name) {
        String letters = name.replaceAll("[^A-Za-z0-9_-]", "_");
        String plain = Character.isLetter(letters.charAt(0)) ? letters : "call_" + letters;
        return plain.substring(0, Math.min(plain.length(), 56)) + "_" + (calls.size() + 1);
    }

    private void ambiguous(String path, String why) {
        violations.error(
                path,
                Rule.CARRIER_AMBIGUOUS,
                "is a direct request that " + why + "; call " + NativeToolCall.PROTOCOL_OUTPUT + " with kind act");
    }
}
