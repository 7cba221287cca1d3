package dev.agenthost.orchestrator.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.protocol.id.RunnerId;
import java.util.function.Predicate;

/**
 * Resolves the plugin of a runtime that makes a call. The runtime names the plugin on most calls; other calls (knowledge, the workspace's
 * storage) carry the installation's id that the host assigned. If a call has both, both must identify the same plugin: a plugin might name
 * another one if the runtime does not check. A call with neither has no caller.
 */
final class PluginCallerResolver {
    private final RuntimeSettings settings;
    private final RuntimeIdentity identity;

    PluginCallerResolver(RuntimeSettings settings, RuntimeIdentity identity) {
        this.settings = settings;
        this.identity = identity;
    }

    /** Returns a test for the runners whose runs the call may act for. */
    Predicate<RunnerId> of(Frame.Request request) {
        JsonNode workspace = request.context().path("workspace_uuid");
        if (!workspace.isMissingNode() && !workspace.asText("").equals(settings.workspace())) {
            return runner -> false;
        }
        JsonNode value = request.data().path("caller_plugin_identity");
        JsonNode installation = request.context().path("installation_uuid");
        if (value.isMissingNode() && installation.isMissingNode()) {
            return runner -> false;
        }
        return runner -> (value.isMissingNode() || runner.plugin().equals(value.textValue()))
                && (installation.isMissingNode() || installationOf(runner).equals(installation.textValue()));
    }

    private String installationOf(RunnerId runner) {
        return identity.installation(runner.plugin()).id().toString();
    }
}
