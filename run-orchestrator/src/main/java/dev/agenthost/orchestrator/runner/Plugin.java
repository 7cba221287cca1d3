package dev.agenthost.orchestrator.runner;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The description of a plugin ({@code get_plugin_container}). An invalid runner is omitted with a reason and does not hide the others
 * (spec 000 §4.1).
 *
 * @param hasIcon true if the plugin names an icon that may be shown
 */
public record Plugin(
        String author, String name, List<RunnerDescriptor> runners, List<RefusedRunner> refused, boolean hasIcon) {
    public Plugin {
        runners = List.copyOf(runners);
        refused = List.copyOf(refused);
    }

    static Plugin read(JsonNode container) {
        JsonNode metadata = Registration.metadata(container);
        String author = metadata.path("author").asText("");
        String name = metadata.path("name").asText("");
        Map<String, RunnerDescriptor> runners = new LinkedHashMap<>();
        List<RefusedRunner> refused = new ArrayList<>();
        for (JsonNode component : container.path("components")) {
            JsonNode manifest = component.path("manifest").path("manifest");
            if (!"AgentRunner".equals(manifest.path("kind").asText())) {
                continue;
            }
            switch (ManifestConversion.convert(author, name, version(container), manifest)) {
                case ManifestConversion.Converted converted -> {
                    RunnerDescriptor runner = converted.runner();
                    if (runners.putIfAbsent(runner.manifest().name(), runner) != null) {
                        refused.add(new RefusedRunner(runner.manifest().name(), "declared twice, the first counts"));
                    }
                }
                case ManifestConversion.Skipped skipped -> refused.add(skipped.runner());
            }
        }
        return new Plugin(author, name, List.copyOf(runners.values()), refused, hasIcon(metadata));
    }

    /** Returns the version in the plugin's manifest; null if it has none. */
    public static @Nullable String version(JsonNode container) {
        JsonNode manifest = container.path("manifest").path("manifest");
        String version = manifest.at("/metadata/version")
                .asText(manifest.at("/spec/version").asText(""));
        return version.isBlank() ? null : version;
    }

    /** Returns true if the metadata names an icon that may be shown; an SVG never is. */
    private static boolean hasIcon(JsonNode metadata) {
        String path = metadata.path("icon").asText("").strip();
        return !path.isEmpty() && !path.toLowerCase(Locale.ROOT).endsWith(".svg");
    }

    boolean is(String otherAuthor, String otherName) {
        return author.equals(otherAuthor) && name.equals(otherName);
    }
}
