package dev.agenthost.sdk.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Bytes that the host keeps for a plugin or for a workspace (spec 000 §8), where {@code context.resources().storage()} allows it. A
 * value has at most 10 MiB.
 */
public final class Storage {
    private final Calls calls;
    private final String owner;

    private Storage(Calls calls, String owner) {
        this.calls = calls;
        this.owner = owner;
    }

    /** The plugin's own, in this workspace. */
    public static Storage ofPlugin(Calls calls) {
        return new Storage(calls, "plugin");
    }

    /** The workspace's, shared by all plugins that may use it. */
    public static Storage ofWorkspace(Calls calls) {
        return new Storage(calls, "workspace");
    }

    /** Empty where there is none of that name. */
    public Optional<byte[]> get(String key) {
        try {
            String value = calls.call("get_" + owner + "_storage", named(key))
                    .path("value_base64")
                    .asText("");
            return Optional.of(Base64.getDecoder().decode(value));
        } catch (AgentApiException why) {
            if (why.is(FailureCode.NOT_FOUND)) {
                return Optional.empty();
            }
            throw why;
        }
    }

    public void set(String key, byte[] value) {
        calls.call(
                "set_" + owner + "_storage",
                named(key).put("value_base64", Base64.getEncoder().encodeToString(value)));
    }

    public void delete(String key) {
        calls.call("delete_" + owner + "_storage", named(key));
    }

    /** The names of all that is kept, in order. */
    public List<String> keys() {
        List<String> keys = new ArrayList<>();
        calls.call("get_" + owner + "_storage_keys", ProtocolCodec.mapper().createObjectNode())
                .path("keys")
                .forEach(key -> keys.add(key.asText()));
        return keys;
    }

    private static ObjectNode named(String key) {
        return ProtocolCodec.mapper().createObjectNode().put("key", key);
    }
}
