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
import org.jspecify.annotations.Nullable;

/**
 * A component manifest ({@code kind: AgentRunner}) to the typed runner manifest of spec 000 §4.2. {@code spec.protocol_version} is
 * ignored; capabilities and permissions are closed sets, and a manifest that leaves them is refused whole.
 */
final class ManifestConversion {
    sealed interface Answer {}

    record Converted(RunnerDescriptor runner) implements Answer {}

    record Skipped(RefusedRunner runner) implements Answer {}

    /** All replicas show it, and a person is to fill its form in. */
    private static final int LARGEST = 256 * 1024;

    private ManifestConversion() {}

    static Answer convert(String author, String plugin, JsonNode component) {
        JsonNode metadata = component.path("metadata");
        JsonNode spec = component.path("spec");
        String name = metadata.path("name").asText("");
        try {
            RunnerId id = new RunnerId(author, plugin, name);
            JsonNode declaredId = metadata.path("id");
            if (declaredId.isTextual() && !declaredId.textValue().equals(id.toString())) {
                return skipped(name, "calls itself " + declaredId.textValue() + ", but is " + id);
            }
            Map<String, String> label = languages(metadata.path("label"));
            AgentRunnerManifest manifest = new AgentRunnerManifest(
                    id.toString(),
                    name,
                    label.isEmpty() ? Map.of("en_US", name) : label,
                    descriptionOf(metadata.path("description")),
                    capabilities(spec.path("capabilities")),
                    permissions(spec.path("permissions")),
                    form(spec.path("config")),
                    facts(author, plugin, name, metadata));
            if (ProtocolCodec.encode(manifest).length > LARGEST) {
                return skipped(name, "has a manifest of more than " + LARGEST / 1024 + " KiB");
            }
            return new Converted(new RunnerDescriptor(id, manifest));
        } catch (UndecodableException e) {
            return skipped(name, e.field() + " " + e.why());
        } catch (IllegalArgumentException e) {
            return skipped(name, String.valueOf(e.getMessage()));
        }
    }

    private static Answer skipped(String name, String why) {
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

    private static ObjectNode facts(String author, String plugin, String name, JsonNode metadata) {
        ObjectNode facts = JsonNodeFactory.instance.objectNode();
        facts.put("plugin_author", author).put("plugin_name", plugin).put("runner_name", name);
        if (metadata.path("delta_mode").isTextual()) {
            facts.set("delta_mode", metadata.get("delta_mode"));
        }
        return facts;
    }

    private static boolean isAbsent(JsonNode node) {
        return node.isMissingNode() || node.isNull();
    }
}
