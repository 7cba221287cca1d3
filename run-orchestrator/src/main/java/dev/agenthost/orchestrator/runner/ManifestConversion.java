package dev.agenthost.orchestrator.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts a component manifest ({@code kind: AgentRunner}) to the runner manifest of spec 000 §4.2. {@code spec.protocol_version} is
 * ignored; capabilities and permissions are closed sets, and a manifest with other values is refused.
 */
final class ManifestConversion {
    sealed interface Result {}

    record Converted(RunnerDescriptor runner) implements Result {}

    record Skipped(RefusedRunner runner) implements Result {}

    /** Fields of the manifest's metadata that the typed manifest has elsewhere. */
    private static final Set<String> TYPED = Set.of("id", "name", "label", "description");

    private ManifestConversion() {}

    /** @param version the version of the plugin */
    static Result convert(String author, String plugin, @Nullable String version, JsonNode component) {
        JsonNode metadata = component.path("metadata");
        JsonNode spec = component.path("spec");
        String name = metadata.path("name").asText("");
        try {
            RunnerId id = new RunnerId(author, plugin, name);
            JsonNode declaredId = metadata.path("id");
            if (declaredId.isTextual() && !declaredId.textValue().equals(id.toString())) {
                return skipped(name, "calls itself " + declaredId.textValue() + ", but is " + id);
            }
            AgentRunnerManifest manifest = new AgentRunnerManifest(
                    id.toString(),
                    name,
                    languages(metadata.path("label")),
                    descriptionOf(metadata.path("description")),
                    capabilities(spec.path("capabilities")),
                    permissions(spec.path("permissions")),
                    form(spec.path("config")),
                    metadataOf(author, plugin, name, metadata));
            return new Converted(new RunnerDescriptor(id, manifest, version, component));
        } catch (UndecodableException e) {
            return skipped(name, e.field() + " " + e.why());
        } catch (IllegalArgumentException e) {
            return skipped(name, String.valueOf(e.getMessage()));
        }
    }

    private static Result skipped(String name, String why) {
        return new Skipped(new RefusedRunner(name, why));
    }

    private static AgentRunnerCapabilities capabilities(JsonNode declared) throws UndecodableException {
        return isAbsent(declared)
                ? AgentRunnerCapabilities.none()
                : ProtocolCodec.decode(declared, AgentRunnerCapabilities.class);
    }

    private static AgentRunnerPermissions permissions(JsonNode declared) throws UndecodableException {
        return isAbsent(declared)
                ? AgentRunnerPermissions.none()
                : ProtocolCodec.decode(declared, AgentRunnerPermissions.class);
    }

    private static List<JsonNode> form(JsonNode declared) {
        if (!isAbsent(declared) && !declared.isArray()) {
            throw new IllegalArgumentException("config is no list");
        }
        List<JsonNode> fields = new ArrayList<>();
        declared.forEach(fields::add);
        return fields;
    }

    private static @Nullable Map<String, String> descriptionOf(JsonNode declared) {
        Map<String, String> languages = languages(declared);
        return languages.isEmpty() ? null : languages;
    }

    private static Map<String, String> languages(JsonNode declared) {
        Map<String, String> texts = new LinkedHashMap<>();
        declared.properties().forEach(entry -> {
            if (entry.getValue().isTextual()) {
                texts.put(entry.getKey(), entry.getValue().textValue());
            }
        });
        return texts;
    }

    /** Returns the other metadata of the author, with the names of plugin and runner. */
    private static ObjectNode metadataOf(String author, String plugin, String name, JsonNode metadata) {
        ObjectNode metadataOf = JsonNodeFactory.instance.objectNode();
        metadata.properties().stream()
                .filter(field -> !TYPED.contains(field.getKey()))
                .forEach(field -> metadataOf.set(field.getKey(), field.getValue()));
        return metadataOf
                .put("plugin_author", author)
                .put("plugin_name", plugin)
                .put("runner_name", name);
    }

    private static boolean isAbsent(JsonNode node) {
        return node.isMissingNode() || node.isNull();
    }
}
