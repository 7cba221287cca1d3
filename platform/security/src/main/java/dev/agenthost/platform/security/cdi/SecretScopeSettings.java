package dev.agenthost.platform.security.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithParentName;
import java.util.Map;
import java.util.Set;

/** {@code agenthost.secret-workspaces."NAME"}: the only workspaces that may refer to a secret. */
@ConfigMapping(prefix = "agenthost.secret-workspaces")
public interface SecretScopeSettings {
    /** Workspace ids, by the secret's name. */
    @WithParentName
    Map<String, Set<String>> workspaces();
}
