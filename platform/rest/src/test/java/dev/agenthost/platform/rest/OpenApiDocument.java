package dev.agenthost.platform.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** A service's OpenAPI document, and the check of exchanges against it. */
final class OpenApiDocument {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LAST_SUCCESS = 299;
    private static final String ANY_TYPE = "*/*";

    private final JsonNode document;
    private final BodySchemas schemas;
    private final List<OpenApiOperation> operations = new ArrayList<>();

    OpenApiDocument(String json) {
        this.document = tree(json);
        this.schemas = new BodySchemas(document);
        document.path("paths").properties().forEach(path -> path.getValue().properties().stream()
                .filter(method -> method.getValue().has("responses"))
                .forEach(method ->
                        operations.add(new OpenApiOperation(method.getKey(), path.getKey(), method.getValue()))));
    }

    /** Returns the operation of an exchange. */
    Optional<OpenApiOperation> operation(String method, String path) {
        return operations.stream()
                .filter(operation -> operation.matches(method, path))
                .min(Comparator.comparingLong(OpenApiOperation::variables));
    }

    /** Returns each operation with each of its statuses, as {@code operationId status}. */
    TreeSet<String> all() {
        TreeSet<String> all = new TreeSet<>();
        operations.forEach(operation -> operation.statuses().forEach(status -> all.add(operation.id() + " " + status)));
        return all;
    }

    /** Returns the violations of this document in an exchange. */
    List<String> faults(OpenApiOperation operation, RecordedExchange exchange) {
        List<String> faults = new ArrayList<>();
        Optional<JsonNode> response = operation.response(exchange.status()).map(this::resolved);
        if (response.isEmpty()) {
            return List.of("status " + exchange.status() + " is not described: " + exchange.answer());
        }
        JsonNode asked = resolved(operation.description().path("requestBody")).path("content");
        if (exchange.status() <= LAST_SUCCESS && exchange.question() != null && asked.has("application/json")) {
            schemas.faultsOfQuestion(asked.path("application/json").path("schema"), exchange.question())
                    .forEach(fault -> faults.add("question: " + fault));
        }
        // An answer to HEAD has the headers of a body, but no body.
        boolean isHead = exchange.method().equals("HEAD");
        JsonNode content = response.get().path("content");
        String type = exchange.mediaType();
        if (isHead) {
            if (!exchange.answer().isEmpty()) {
                faults.add("an answer to HEAD has a body");
            }
        } else if (content.isEmpty() || type == null) {
            if (!content.isEmpty() || !exchange.answer().isEmpty()) {
                faults.add("an answer of type " + type + " where " + content.properties() + " is described");
            }
        } else if (!content.has(type) && !content.has(ANY_TYPE)) {
            faults.add(type + " is not described");
        } else if (type.endsWith("json")) {
            schemas.faultsOfAnswer(content.path(type).path("schema"), exchange.answer())
                    .forEach(fault -> faults.add("answer: " + fault));
        }
        response.get().path("headers").properties().forEach(header -> {
            if (resolved(header.getValue()).path("required").asBoolean() && !exchange.hasHeader(header.getKey())) {
                faults.add("the header " + header.getKey() + " is missing");
            }
        });
        return faults;
    }

    /** Returns examples that violate their schema, and operations that lack a name, a summary or a tag. */
    List<String> faultsOfItself() {
        List<String> faults = new ArrayList<>();
        for (OpenApiOperation operation : operations) {
            for (String needed : List.of("operationId", "summary", "tags", "security")) {
                if (!operation.description().has(needed)) {
                    faults.add(operation.id() + " has no " + needed);
                }
            }
            examples(operation.id(), resolved(operation.description().path("requestBody")), faults);
            operation.description().path("responses").forEach(r -> examples(operation.id(), resolved(r), faults));
        }
        return faults;
    }

    private void examples(String where, JsonNode body, List<String> faults) {
        body.path("content").properties().stream()
                .filter(type -> type.getKey().endsWith("json"))
                .forEach(type -> {
                    JsonNode schema = type.getValue().path("schema");
                    if (!schema.isObject()) {
                        faults.add(where + " has a body without a schema");
                        return;
                    }
                    List<JsonNode> examples = new ArrayList<>();
                    type.getValue().path("examples").forEach(example -> examples.add(example.path("value")));
                    Optional.ofNullable(type.getValue().get("example")).ifPresent(examples::add);
                    examples.forEach(example -> schemas.faultsOfAnswer(schema, example.toString())
                            .forEach(fault -> faults.add(where + ", example: " + fault)));
                });
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.path("$ref").asText().substring(1)) : node;
    }

    private static JsonNode tree(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new AssertionError("the document is no JSON", e);
        }
    }
}
