package dev.agenthost.walk.topic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.agenthost.walk.box.FrontDoor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Validates records by {@code docs/asyncapi.yaml}. Consumers accept unknown members; here a member that the document does not list
 * is an error of the document, so its schemas are closed before use.
 */
final class AsyncApi {
    static final Path FILE = Path.of("../../docs/asyncapi.yaml");
    private static final String ID = "https://agenthost.dev/asyncapi.json";

    private final JsonNode document;
    private final SchemaRegistry registry;
    private final Map<String, Schema> schemas = new HashMap<>();

    private AsyncApi(JsonNode document) {
        this.document = document;
        JsonNode closed = document.path("components").path("schemas").deepCopy();
        close(closed);
        String bundle = "{\"components\":{\"schemas\":" + closed + "}}";
        registry = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12, registry -> registry.schemas(Map.of(ID, bundle)));
    }

    static AsyncApi load() {
        try {
            return new AsyncApi(new YAMLMapper().readTree(Files.readString(FILE)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JsonNode document() {
        return document;
    }

    /** The errors of a JSON value by that schema. */
    List<String> faults(String schema, String json) {
        return schemas
                .computeIfAbsent(
                        schema,
                        name -> registry.getSchema(SchemaLocation.of(ID + "#/components/schemas/" + name + "/schema")))
                .validate(json, InputFormat.JSON)
                .stream()
                .map(Object::toString)
                .toList();
    }

    /** The outcome for a record. */
    sealed interface Judged {

        /** @param kind the first message of its channel that the record matches, as {@link #kinds()} names it */
        record Described(String kind) implements Judged {}

        /** The record matches no message of its channel; the faults of each are listed. */
        record Faulty(List<String> faults) implements Judged {}
    }

    Judged judge(String topic, Map<String, String> headers, byte[] value) {
        JsonNode channel = channel(topic);
        if (channel == null) {
            return new Judged.Faulty(List.of("no channel has the address " + topic));
        }
        List<String> faults = new ArrayList<>();
        for (var kind : channel.path("messages").properties()) {
            JsonNode message = at(kind.getValue());
            List<String> found = new ArrayList<>(faults(name(message.path("headers")), json(headers)));
            if (message.has("payload")) {
                found.addAll(faults(name(message.path("payload")), new String(value, StandardCharsets.UTF_8)));
            }
            if (found.isEmpty()) {
                return new Judged.Described(kind(channel, kind.getKey()));
            }
            faults.add(kind.getKey() + ": " + found);
        }
        return new Judged.Faulty(faults);
    }

    /** Every message of every channel: {@code agent.outbound.{adapter} delta}. */
    Set<String> kinds() {
        Set<String> kinds = new TreeSet<>();
        document.path("channels").forEach(channel -> channel.path("messages")
                .fieldNames()
                .forEachRemaining(message -> kinds.add(kind(channel, message))));
        return kinds;
    }

    private static String kind(JsonNode channel, String message) {
        return channel.path("address").asText() + " " + message;
    }

    /** The channel of a topic; one with the exact address comes first. */
    JsonNode channel(String topic) {
        List<JsonNode> fitting = new ArrayList<>();
        for (JsonNode channel : document.path("channels")) {
            String address = channel.path("address").asText();
            if (address.equals(topic)) {
                return channel;
            }
            String pattern = Pattern.compile("\\{\\w+}")
                    .splitAsStream(address + " ")
                    .map(Pattern::quote)
                    .collect(Collectors.joining("[^ ]+"));
            if ((topic + " ").matches(pattern) && address.endsWith(".dlq") == topic.endsWith(".dlq")) {
                fitting.add(channel);
            }
        }
        return fitting.isEmpty() ? null : fitting.getFirst();
    }

    /** The target of a reference; null if there is none. */
    JsonNode at(JsonNode reference) {
        JsonNode found = document.at(reference.path("$ref").asText().substring(1));
        return found.isMissingNode() ? null : found;
    }

    private static String name(JsonNode reference) {
        String path = Objects.requireNonNull(reference.path("$ref").textValue());
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static String json(Map<String, String> headers) {
        ObjectNode object = FrontDoor.JSON.createObjectNode();
        headers.forEach(object::put);
        return object.toString();
    }

    private static void close(JsonNode node) {
        if (node instanceof ObjectNode object
                && object.path("type").asText().equals("object")
                && object.has("properties")
                && !object.has("additionalProperties")) {
            object.put("additionalProperties", false);
        }
        node.forEach(AsyncApi::close);
    }
}
