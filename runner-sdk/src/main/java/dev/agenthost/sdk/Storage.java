package dev.agenthost.sdk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.StorageBytes;
import dev.agenthost.protocol.store.StorageKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the host keeps for one owner (spec 000 §8): for this runner's plugin, shared by its runners, or for the workspace. Keys have 1 to
 * 512 characters, values at most 10 MiB; the host has a quota for each owner and refuses what exceeds it as {@code
 * payload_too_large}. The runner's permissions and its binding's policy must both name the owner. Calls fail as those of {@link
 * HostApi} do.
 */
public final class Storage {
    private final HostApi api;
    private final StorageKind owner;

    Storage(HostApi api, StorageKind owner) {
        this.api = api;
        this.owner = owner;
    }

    /** The value under a key; empty where there is none. */
    public Optional<byte[]> get(String key) {
        try {
            return Optional.of(bytes(
                    api.call("get_" + owner.wire() + "_storage", named(key)).path("value_base64")));
        } catch (AgentApiException missing) {
            // A run that is over is not found either; only a key that is missing is named.
            if (missing.is(FailureCode.NOT_FOUND) && missing.details().has("key")) {
                return Optional.empty();
            }
            throw missing;
        }
    }

    /** Keeps a value, in place of the one before. */
    public void set(String key, byte[] value) {
        api.call("set_" + owner.wire() + "_storage", named(key).put("value_base64", StorageBytes.base64(value)));
    }

    /** Forgets a value; nothing happens where there is none. */
    public void delete(String key) {
        api.call("delete_" + owner.wire() + "_storage", named(key));
    }

    /** All keys, in the order of their code points. */
    public List<String> keys() {
        List<String> keys = new ArrayList<>();
        JsonNode answered =
                api.call("get_" + owner.wire() + "_storage_keys", object()).path("keys");
        for (JsonNode key : answered) {
            keys.add(key.asText());
        }
        if (!answered.isArray()) {
            throw malformed("keys");
        }
        return List.copyOf(keys);
    }

    private static byte[] bytes(JsonNode base64) {
        if (base64.isTextual() && StorageBytes.of(base64.textValue()) instanceof StorageBytes.Read read) {
            return read.bytes();
        }
        throw malformed("value_base64");
    }

    private static AgentApiException malformed(String field) {
        return new AgentApiException(new AgentApiError(
                "host.malformed_response", "the host's answer cannot be read: " + field, false, object()));
    }

    private static ObjectNode named(String key) {
        return object().put("key", key);
    }

    private static ObjectNode object() {
        return ProtocolCodec.mapper().createObjectNode();
    }
}
