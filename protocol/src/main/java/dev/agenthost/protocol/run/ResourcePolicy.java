package dev.agenthost.protocol.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.agenthost.protocol.error.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The resources that a binding grants its runner, each by its id. A resource that is not named is not granted.
 *
 * @param storage owners: {@code plugin}, {@code workspace}
 * @param hostApis families: {@code history}, {@code events}, {@code state} by default
 * @param allowedPlugins {@code author/name} of the permitted plugins: the runner's own, and those whose tools may be
 *     used; null for any
 * @param agents ids of the agents that a run may delegate to
 */
public record ResourcePolicy(
        List<String> models,
        List<String> tools,
        List<String> knowledgeBases,
        List<String> skills,
        List<String> files,
        List<String> storage,
        List<String> hostApis,
        @Nullable List<String> allowedPlugins,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> agents) {
    private static final List<String> DEFAULT_HOST_APIS = List.of("history", "events", "state");
    private static final ResourcePolicy DEFAULTS = new ResourcePolicy(
            List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), DEFAULT_HOST_APIS, null);

    public ResourcePolicy {
        models = Fields.list(models, "models");
        tools = Fields.list(tools, "tools");
        knowledgeBases = Fields.list(knowledgeBases, "knowledge_bases");
        skills = Fields.list(skills, "skills");
        files = Fields.list(files, "files");
        storage = Fields.list(storage, "storage");
        hostApis = Fields.list(Fields.or(hostApis, DEFAULT_HOST_APIS), "host_apis");
        allowedPlugins = allowedPlugins == null ? null : Fields.list(allowedPlugins, "allowed_plugins");
        agents = Fields.list(agents, "agents");
    }

    /** A policy that permits no delegation. */
    public ResourcePolicy(
            List<String> models,
            List<String> tools,
            List<String> knowledgeBases,
            List<String> skills,
            List<String> files,
            List<String> storage,
            List<String> hostApis,
            @Nullable List<String> allowedPlugins) {
        this(models, tools, knowledgeBases, skills, files, storage, hostApis, allowedPlugins, List.of());
    }

    /** Returns true if a plugin, {@code author/name}, is permitted. */
    public boolean allowsPlugin(String plugin) {
        return allowedPlugins == null || allowedPlugins.contains(plugin);
    }

    public static ResourcePolicy defaults() {
        return DEFAULTS;
    }
}
