package dev.agenthost.orchestrator.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.protocol.context.StaticRef;
import dev.agenthost.protocol.json.CanonicalJson;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.BindingSnapshot;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What seldom changes between the runs of a conversation, each by its digest (spec 003 §6): a runner that has sent it to its model
 * before knows whether that is still so.
 */
final class StaticRefs {
    private StaticRefs() {}

    static Map<String, StaticRef> of(BindingSnapshot binding, Grant grant) {
        String owner = "binding:" + binding.bindingId();
        String version = binding.agentVersion() + "." + binding.bindingVersion();
        Map<String, StaticRef> refs = new LinkedHashMap<>();
        if (!grant.prompt().isEmpty()) {
            refs.put("prompt", ref(owner, "prompt", version, ProtocolCodec.tree(grant.prompt())));
        }
        refs.put("resource_manifest", ref(owner, "resources", version, ProtocolCodec.tree(grant.resources())));
        refs.put(
                "tool_schemas",
                ref(
                        owner,
                        "tools",
                        version,
                        ProtocolCodec.tree(grant.resources().tools())));
        refs.put("policy", ref(owner, "policy", version, policy(binding)));
        return refs;
    }

    private static StaticRef ref(String owner, String part, String version, JsonNode content) {
        return new StaticRef(owner + "/" + part, version, CanonicalJson.sha256(content));
    }

    private static JsonNode policy(BindingSnapshot binding) {
        ObjectNode policy = JsonNodeFactory.instance.objectNode();
        policy.set("resource_policy", ProtocolCodec.tree(binding.resourcePolicy()));
        policy.set("state_policy", ProtocolCodec.tree(binding.statePolicy()));
        policy.set("delivery_policy", ProtocolCodec.tree(binding.deliveryPolicy()));
        return policy;
    }
}
