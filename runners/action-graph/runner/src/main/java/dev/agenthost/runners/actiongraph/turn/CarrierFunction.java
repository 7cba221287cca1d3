package dev.agenthost.runners.actiongraph.turn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.carrier.NativeToolCall;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * The function {@code AgentProtocolOutput} as models are offered it. Its parameters are those of the schema of the compact carrier as one
 * object: providers refuse alternatives, references and patterns. Bounds are left out, because each request has the function, and a model
 * that writes usual declarations reaches none of them. {@code CarrierReader} checks the rest.
 */
final class CarrierFunction {
    private static final String SCHEMA = "/dev/agenthost/actiongraph/schema/carrier.schema.json";
    /** Made once: each request of each run has it. */
    private static final ObjectNode FUNCTION = function();

    private CarrierFunction() {}

    /** The function as {@code {name, description, parameters}}. */
    static ObjectNode json() {
        return FUNCTION.deepCopy();
    }

    private static ObjectNode function() {
        ObjectNode function = JsonNodeFactory.instance.objectNode().put("name", NativeToolCall.PROTOCOL_OUTPUT);
        function.put(
                "description",
                "Declares actions for the runtime (kind act), or ends the turn (kind answer or done). Call it once.");
        function.set("parameters", parameters(schema()));
        return function;
    }

    private static ObjectNode parameters(JsonNode schema) {
        ObjectNode act = schema.at("/oneOf/0").deepCopy();
        ObjectNode properties = (ObjectNode) act.path("properties");
        properties
                .putObject("kind")
                .put("type", "string")
                .putArray("enum")
                .add("act")
                .add("answer")
                .add("done");
        properties.putObject("message").put("type", "string");
        ObjectNode call = schema.at("/$defs/call").deepCopy();
        call.remove("allOf");
        ObjectNode members = (ObjectNode) call.path("properties");
        members.properties().forEach(member -> plain((ObjectNode) member.getValue()));
        members.putObject("depends").put("type", "array").putObject("items").put("type", "string");
        ObjectNode calls = (ObjectNode) properties.path("calls");
        calls.remove(List.of("minItems", "maxItems"));
        calls.set("items", call);
        act.putArray("required").add("kind");
        return act;
    }

    /** Removes what some providers refuse: patterns, alternatives of types, and null as a value. */
    private static void plain(ObjectNode member) {
        member.remove(List.of("pattern", "maxLength"));
        if (member.path("type").isArray()) {
            member.set("type", member.path("type").get(0));
        }
        if (member.path("enum").isArray()) {
            ObjectNode kept = JsonNodeFactory.instance.objectNode();
            member.path("enum").forEach(value -> {
                if (value.isTextual()) {
                    kept.withArray("enum").add(value);
                }
            });
            member.put("type", "string").set("enum", kept.path("enum"));
        }
    }

    private static JsonNode schema() {
        try (InputStream schema = CarrierFunction.class.getResourceAsStream(SCHEMA)) {
            return ProtocolCodec.mapper().readTree(schema);
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }
}
