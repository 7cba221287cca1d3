package dev.agenthost.walk.tenant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The public operations of the five services, from their OpenAPI documents; each service's tests check its document. */
final class ApiDocuments {
    private static final Path FOLDER = Path.of("../../docs/openapi");
    private static final List<String> SERVICES =
            List.of("event-gateway", "binding-resolver", "run-orchestrator", "context-store", "delivery-service");
    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch", "head", "options");

    private ApiDocuments() {}

    /** @param template a path with names in braces */
    record Operation(String method, String template) {
        boolean isAskedBy(RawRequest knock) {
            String path = knock.path().replaceFirst("\\?.*", "");
            return knock.method().equals(method) && path.matches(template.replaceAll("\\{[^}/]+}", "[^/]+"));
        }

        /** Returns true if the operation takes the token of a link or a run instead of an API key. */
        boolean isSigned() {
            return template.startsWith("/signed/");
        }

        /** Returns true for the WebSocket of runners, which is no request with an answer. */
        boolean isWire() {
            return template.equals("/runner/ws");
        }

        @Override
        public String toString() {
            return method + " " + template;
        }
    }

    static List<Operation> operations() throws IOException {
        var all = new ArrayList<Operation>();
        for (String service : SERVICES) {
            JsonNode paths = new YAMLMapper()
                    .readTree(Files.readString(FOLDER.resolve(service + ".yaml")))
                    .path("paths");
            paths.properties().forEach(path -> path.getValue().fieldNames().forEachRemaining(method -> {
                if (METHODS.contains(method)) {
                    all.add(new Operation(method.toUpperCase(Locale.ROOT), path.getKey()));
                }
            }));
        }
        return all;
    }
}
