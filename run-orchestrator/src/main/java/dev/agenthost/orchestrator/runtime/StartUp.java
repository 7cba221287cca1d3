package dev.agenthost.orchestrator.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.orchestrator.wire.Tenant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first requests to a runtime, in their order. The first bound action makes the runtime start its plugins; a runtime before 0.5 starts
 * them without it, and has neither settings nor envelopes.
 */
final class StartUp {
    /** @param tenant null if the action must not have one */
    record Ask(String action, JsonNode data, @Nullable Tenant tenant) {}

    private StartUp() {}

    static List<Ask> of(RuntimeSettings settings, RuntimeIdentity identity) {
        Ask bind = plugins(identity);
        return settings.generation() == SdkGeneration.LATER
                ? List.of(ping(), new Ask("set_runtime_config", config(settings, identity), null), bind)
                : List.of(ping(), bind);
    }

    static Ask ping() {
        return new Ask("__ping", nothing(), null);
    }

    static Ask list(RuntimeIdentity identity) {
        return new Ask("list_agent_runners", nothing().putNull("include_plugins"), identity.bridge());
    }

    static Ask plugins(RuntimeIdentity identity) {
        return new Ask("list_plugins", nothing(), identity.bridge());
    }

    private static ObjectNode config(RuntimeSettings settings, RuntimeIdentity identity) {
        ObjectNode config = nothing();
        config.putObject("runtime_identity")
                .put("instance_uuid", identity.instance())
                .put("runtime_id", identity.runtime());
        settings.policy().writeTo(config.putObject("worker_policy"));
        return config.put("runtime_profile", settings.profile()).putNull("cloud_service_url");
    }

    private static ObjectNode nothing() {
        return JsonNodeFactory.instance.objectNode();
    }
}
