package dev.agenthost.sdk.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.state.StorageKeys;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that the host stores for a plugin or for a workspace (spec 000 §8), if {@code context.resources().storage()} allows it. A
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

    /**
     * A value and its version.
     *
     * @param etag for {@link #replace}; null if the host sends none
     */
    public record Value(byte[] bytes, @Nullable String etag) {}

    /** The value of a key; empty if there is none. */
    public Optional<byte[]> get(String key) {
        return read(key).map(Value::bytes);
    }

    /** The value of a key with its version; empty if there is none. */
    public Optional<Value> read(String key) {
        try {
            JsonNode found = calls.call("get_" + owner + "_storage", named(key));
            byte[] bytes = Base64.getDecoder().decode(found.path("value_base64").asText(""));
            return Optional.of(new Value(bytes, found.path("etag").textValue()));
        } catch (AgentApiException failure) {
            if (failure.is(FailureCode.NOT_FOUND)) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    public void set(String key, byte[] value) {
        calls.call(
                "set_" + owner + "_storage",
                named(key).put("value_base64", Base64.getEncoder().encodeToString(value)));
    }

    /**
     * Stores a value only if no other writer has changed it since it was read.
     *
     * @param etag as {@link #read} returned it; null if there was no value
     * @return false if another writer was faster: nothing was stored
     */
    public boolean replace(String key, @Nullable String etag, byte[] value) {
        ObjectNode change = named(key).put("value_base64", Base64.getEncoder().encodeToString(value));
        if (etag == null) {
            change.put("if_absent", true);
        } else {
            change.put("if_match", etag);
        }
        return changed("set", change);
    }

    /**
     * Deletes a value only if it is the one that was read.
     *
     * @return false if it is another, or none: nothing was changed
     */
    public boolean delete(String key, String etag) {
        return changed("delete", named(key).put("if_match", etag));
    }

    private boolean changed(String change, ObjectNode data) {
        try {
            calls.call(change + "_" + owner + "_storage", data);
            return true;
        } catch (AgentApiException failure) {
            if (failure.is(FailureCode.CONFLICT)) {
                return false;
            }
            throw failure;
        }
    }

    public void delete(String key) {
        calls.call("delete_" + owner + "_storage", named(key));
    }

    /** All keys, in order. */
    public List<String> keys() {
        List<String> keys = new ArrayList<>();
        calls.call("get_" + owner + "_storage_keys", ProtocolCodec.mapper().createObjectNode())
                .path("keys")
                .forEach(key -> keys.add(key.asText()));
        return keys;
    }

    /**
     * The first keys with that prefix, in order; {@code hasMore} is true if there are more.
     *
     * @param prefix empty for all
     * @param after only keys after this one; null for the first
     * @param limit 1 to 10,000
     */
    public StorageKeys keys(String prefix, @Nullable String after, int limit) {
        ObjectNode request =
                ProtocolCodec.mapper().createObjectNode().put("prefix", prefix).put("limit", limit);
        if (after != null) {
            request.put("after", after);
        }
        JsonNode page = calls.call("get_" + owner + "_storage_keys", request);
        List<String> keys = new ArrayList<>();
        page.path("keys").forEach(key -> keys.add(key.asText()));
        return new StorageKeys(keys, page.path("has_more").asBoolean());
    }

    private static ObjectNode named(String key) {
        return ProtocolCodec.mapper().createObjectNode().put("key", key);
    }
}
