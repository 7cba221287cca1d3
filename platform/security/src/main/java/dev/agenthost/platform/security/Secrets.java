package dev.agenthost.platform.security;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Secrets by the name under which people refer to them; never printed. */
public final class Secrets {
    private final Map<String, String> values;
    private final Map<String, Set<String>> workspaces;

    /** Permits every secret for every workspace. */
    public Secrets(Map<String, String> values) {
        this(values, Map.of());
    }

    /** @param workspaces the only workspaces of a secret; a secret without an entry is for all */
    public Secrets(Map<String, String> values, Map<String, Set<String>> workspaces) {
        this.values = Map.copyOf(values);
        this.workspaces = Map.copyOf(workspaces);
    }

    /** Returns null if the secret is unknown, empty or not permitted for the workspace. */
    public @Nullable String of(String name, String workspaceId) {
        Set<String> only = workspaces.get(name);
        String value = only == null || only.contains(workspaceId) ? values.get(name) : null;
        return value == null || value.isEmpty() ? null : value;
    }

    /** Returns the values of those names that the workspace may use, in their order. */
    public List<String> live(Collection<String> names, String workspaceId) {
        return names.stream()
                .map(name -> of(name, workspaceId))
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public String toString() {
        return "Secrets" + values.keySet();
    }
}
