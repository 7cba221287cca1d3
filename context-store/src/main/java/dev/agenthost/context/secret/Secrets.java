package dev.agenthost.context.secret;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Secrets by the name under which workspaces refer to them; never printed. */
public final class Secrets {
    private final Map<String, String> values;
    private final Map<String, Set<String>> workspaces;

    /** @param workspaces that alone may refer to a secret; one that is not named here is for all of them */
    public Secrets(Map<String, String> values, Map<String, Set<String>> workspaces) {
        this.values = Map.copyOf(values);
        this.workspaces = Map.copyOf(workspaces);
    }

    /** Empty where the workspace may refer to none of that name, or to an empty one. */
    public Optional<String> of(String name, String workspaceId) {
        Set<String> only = workspaces.get(name);
        return only == null || only.contains(workspaceId)
                ? Optional.ofNullable(values.get(name)).filter(value -> !value.isEmpty())
                : Optional.empty();
    }

    @Override
    public String toString() {
        return "Secrets" + values.keySet();
    }
}
