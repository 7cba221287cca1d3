package dev.agenthost.walk.flood;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.agenthost.local.settings.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An operation that takes a body.
 *
 * @param path with its query
 * @param type of the body
 */
record BodyOperation(String method, String path, String type) {
    /** The value of every id in a path. */
    static final String ID = "flood";

    private static final Path FOLDER = Path.of("../../docs/openapi");

    /** The operations in the OpenAPI documents of the service. */
    static List<BodyOperation> of(Service service) throws IOException {
        var all = new ArrayList<BodyOperation>();
        for (String suffix : List.of("", "-internal")) {
            Path document = FOLDER.resolve(service.module() + suffix + ".yaml");
            if (Files.exists(document)) {
                read(new YAMLMapper().readTree(Files.readString(document)), all);
            }
        }
        return all;
    }

    private static void read(JsonNode document, List<BodyOperation> all) {
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(operation -> {
                    JsonNode body = operation.getValue().path("requestBody");
                    if (!body.isMissingNode()) {
                        String method = operation.getKey().toUpperCase(Locale.ROOT);
                        content(document, body)
                                .fieldNames()
                                .forEachRemaining(
                                        type -> all.add(new BodyOperation(method, asked(path.getKey()), type)));
                    }
                }));
    }

    private static JsonNode content(JsonNode document, JsonNode body) {
        String ref = body.path("$ref").asText();
        return (ref.isEmpty() ? body : document.at(ref.substring(1))).path("content");
    }

    /** The path with {@link #ID} for its ids, and the required query. */
    private static String asked(String template) {
        String path = template.replaceAll("\\{[^}]+}", ID);
        return switch (path) {
            case "/api/v1/files" -> path + "?name=flood.json&purpose=config";
            case "/api/v1/knowledge-bases/flood/documents" -> path + "?filename=flood.txt";
            default -> path;
        };
    }

    boolean isInternal() {
        return path.startsWith("/internal/");
    }
}
