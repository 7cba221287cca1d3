package dev.agenthost.binding.langbot;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.run.ResourcePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Maps LangBot's extension preferences to a resource policy. It grants named resources only: the importer does not have the
 * names of "all" servers and skills.
 *
 * @param policy a storable policy: it always allows the runner's own plugin
 * @param allowsRunner true if the preferences allow the runner's plugin
 */
record ResourceMapping(ResourcePolicy policy, boolean allowsRunner) {

    /** @param plugin the runner's, {@code author/name} */
    static ResourceMapping of(LangBotPipeline pipeline, String plugin, List<Finding> findings) {
        JsonNode given = pipeline.preferences();
        String path =
                pipeline.path().isEmpty() ? "extensions_preferences." : pipeline.path() + ".extensions_preferences.";
        List<String> plugins = plugins(given, path, findings);
        boolean allows = plugins == null || plugins.contains(plugin);
        if (!allows && plugins != null) {
            plugins.add(plugin);
            findings.add(new Finding(
                    Finding.Code.NOT_MAPPED,
                    path + "plugins",
                    "The runner's own plugin " + plugin + " is not in the list, so LangBot would not run it."));
        }
        for (Map.Entry<String, JsonNode> member : given.properties()) {
            if (!List.of(
                                    "enable_all_plugins",
                                    "plugins",
                                    "enable_all_mcp_servers",
                                    "mcp_servers",
                                    "enable_all_skills",
                                    "skills")
                            .contains(member.getKey())
                    && LangBotFile.isSomething(member.getValue())) {
                findings.add(new Finding(
                        Finding.Code.NOT_UNDERSTOOD, path + member.getKey(), "This extension preference is unknown."));
            }
        }
        List<String> tools = names(
                        given,
                        "enable_all_mcp_servers",
                        "mcp_servers",
                        "Name the servers as server/* in tools.",
                        path,
                        findings)
                .stream()
                .map(server -> server + "/*")
                .toList();
        List<String> skills = names(given, "enable_all_skills", "skills", "Name them in skills.", path, findings);
        return new ResourceMapping(
                new ResourcePolicy(
                        List.of(),
                        tools,
                        List.of(),
                        skills,
                        List.of(),
                        List.of(),
                        ResourcePolicy.defaults().hostApis(),
                        plugins),
                allows);
    }

    /** Returns null for every plugin. */
    private static @Nullable List<String> plugins(JsonNode given, String path, List<Finding> findings) {
        if (given.path("enable_all_plugins").asBoolean(true)) {
            return null;
        }
        List<String> names = new ArrayList<>();
        JsonNode plugins = given.path("plugins");
        for (int i = 0; i < plugins.size(); i++) {
            String author = plugins.get(i).path("author").asText("");
            String name = plugins.get(i).path("name").asText("");
            if (author.isBlank() || name.isBlank()) {
                findings.add(new Finding(
                        Finding.Code.NOT_UNDERSTOOD,
                        path + "plugins[" + i + "]",
                        "A plugin must have an author and a name."));
            } else {
                names.add(author + "/" + name);
            }
        }
        return names;
    }

    private static List<String> names(
            JsonNode given, String all, String named, String todo, String path, List<Finding> findings) {
        if (given.path(all).asBoolean(false)) {
            findings.add(new Finding(Finding.Code.NOT_MAPPED, path + all, "Only named resources are granted. " + todo));
            return List.of();
        }
        List<String> names = new ArrayList<>();
        given.path(named).forEach(name -> {
            if (name.isTextual() && name.textValue().matches("[A-Za-z0-9][A-Za-z0-9._:-]{0,127}")) {
                names.add(name.textValue());
            } else {
                findings.add(
                        new Finding(Finding.Code.NOT_UNDERSTOOD, path + named, "One of the entries is not a name."));
            }
        });
        return names;
    }
}
