package dev.agenthost.orchestrator.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.grant.CanonicalGrant;
import dev.agenthost.protocol.context.StaticRef;
import dev.agenthost.protocol.json.CanonicalJson;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.BindingSnapshot;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * References to the parts of a context that seldom change between the runs of a conversation, each with its digest (spec 003 §6). By
 * the digest a runner recognises an unchanged part.
 */
final class StaticRefs {
    private StaticRefs() {}

    static Map<String, StaticRef> of(BindingSnapshot binding, CanonicalGrant grant) {
        String owner = "binding:" + binding.bindingId();
        String version = binding.agentVersion() + "." + binding.bindingVersion();
        Map<String, StaticRef> refs = new LinkedHashMap<>();
        if (!grant.grant().prompt().isEmpty()) {
            refs.put("prompt", new StaticRef(owner + "/prompt", version, grant.sha256("/prompt")));
        }
        refs.put("resource_manifest", new StaticRef(owner + "/resources", version, grant.sha256("/resources")));
        refs.put("tool_schemas", new StaticRef(owner + "/tools", version, grant.sha256("/resources/tools")));
        refs.put("policy", new StaticRef(owner + "/policy", version, CanonicalJson.sha256(policy(binding))));
        return refs;
    }

    private static JsonNode policy(BindingSnapshot binding) {
        ObjectNode policy = JsonNodeFactory.instance.objectNode();
        policy.set("resource_policy", ProtocolCodec.tree(binding.resourcePolicy()));
        policy.set("state_policy", ProtocolCodec.tree(binding.statePolicy()));
        policy.set("delivery_policy", ProtocolCodec.tree(binding.deliveryPolicy()));
        return policy;
    }
}
