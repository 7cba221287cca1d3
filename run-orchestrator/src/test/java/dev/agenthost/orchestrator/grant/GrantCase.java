package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import java.util.List;
import java.util.Map;

/** Grants as tests freeze them. */
abstract class GrantCase {
    static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    static final ResourcePolicy ALL = new ResourcePolicy(
            List.of("m-1"),
            List.of("add"),
            List.of("kb-1"),
            List.of("s-1"),
            List.of("f-1"),
            List.of("plugin", "workspace"),
            List.of("history", "events", "state", "artifacts"),
            null);

    static AccessDecision.Denied denied(Grant grant, AccessRequest access) {
        return (AccessDecision.Denied) Grant.check(grant, access);
    }

    static Grant freeze(
            AgentRunnerPermissions permissions, ResourcePolicy policy, EventEnvelope event, HostPolicy host) {
        BindingSnapshot binding =
                ClaimedRuns.binding(policy, StatePolicy.defaults(), DeliveryPolicy.defaults(), JSON.objectNode());
        return Grant.freeze(manifest(permissions, List.of()), binding, event, host);
    }

    static ResourcePolicy policyWithApis(List<String> apis) {
        return new ResourcePolicy(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), apis, null);
    }

    static AgentRunnerPermissions everything() {
        return AgentRunnerPermissions.of(Map.of(
                "models", List.of("invoke", "stream"),
                "tools", List.of("detail", "call"),
                "knowledge_bases", List.of("list", "retrieve"),
                "history", List.of("page", "search"),
                "events", List.of("get", "page"),
                "artifacts", List.of("metadata", "read"),
                "storage", List.of("plugin", "workspace"),
                "files", List.of("config")));
    }

    static AgentRunnerManifest manifest(AgentRunnerPermissions permissions, List<JsonNode> form) {
        return new AgentRunnerManifest(
                ClaimedRuns.PROBE.toString(),
                "default",
                Map.of("en_US", "Probe"),
                null,
                AgentRunnerCapabilities.none(),
                permissions,
                form,
                JSON.objectNode());
    }

    static ObjectNode field(String type, String name) {
        return JSON.objectNode().put("type", type).put("name", name);
    }
}
