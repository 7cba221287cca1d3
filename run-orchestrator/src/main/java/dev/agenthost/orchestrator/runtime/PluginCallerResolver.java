package dev.agenthost.orchestrator.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.protocol.id.RunnerId;
import java.util.function.Predicate;

/**
 * Which plugin of a runtime a call comes from. The runtime says it itself on most calls; where it does not (knowledge and the workspace's
 * storage), the call carries the installation's id that we handed out. Where both are there, both must be the plugin's: a
 * plugin might name another where the runtime does not look. A call with neither comes from nobody.
 */
final class PluginCallerResolver {
    private final RuntimeSettings settings;
    private final RuntimeIdentity identity;

    PluginCallerResolver(RuntimeSettings settings, RuntimeIdentity identity) {
        this.settings = settings;
        this.identity = identity;
    }

    /** Whose runs it may speak for. */
    Predicate<RunnerId> of(Frame.Request request) {
        JsonNode workspace = request.context().path("workspace_uuid");
        if (!workspace.isMissingNode() && !workspace.asText("").equals(settings.workspace())) {
            return runner -> false;
        }
        JsonNode said = request.data().path("caller_plugin_identity");
        JsonNode installation = request.context().path("installation_uuid");
        if (said.isMissingNode() && installation.isMissingNode()) {
            return runner -> false;
        }
        return runner -> (said.isMissingNode() || runner.plugin().equals(said.textValue()))
                && (installation.isMissingNode() || installationOf(runner).equals(installation.textValue()));
    }

    private String installationOf(RunnerId runner) {
        return identity.installation(runner.plugin()).id().toString();
    }
}
