package dev.agenthost.orchestrator.runner;

import java.util.Set;

/**
 * The rights of one runner key.
 *
 * @param sha256 lowercase hexadecimal digest of the key; the key itself is stored nowhere
 * @param plugins {@code author/name}, {@code author/*} or {@code *}
 * @param workspaces workspace ids it may serve, or {@code *}
 */
public record RunnerKey(String name, String sha256, Set<String> plugins, Set<String> workspaces) {
    public RunnerKey {
        plugins = Set.copyOf(plugins);
        workspaces = Set.copyOf(workspaces);
    }

    public boolean mayRegister(String author, String plugin) {
        return plugins.contains("*") || plugins.contains(author + "/*") || plugins.contains(author + "/" + plugin);
    }

    public boolean mayServe(String workspaceId) {
        return workspaces.contains("*") || workspaces.contains(workspaceId);
    }
}
