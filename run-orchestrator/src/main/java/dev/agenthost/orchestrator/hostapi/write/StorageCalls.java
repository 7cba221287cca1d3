package dev.agenthost.orchestrator.hostapi.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.orchestrator.grant.AccessDecision;
import dev.agenthost.orchestrator.grant.AccessRequest;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.dispatch.HostAction;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.json.WireName;
import dev.agenthost.protocol.store.state.StorageBytes;
import dev.agenthost.protocol.store.state.StorageCall;
import dev.agenthost.protocol.store.state.StorageKeys;
import dev.agenthost.protocol.store.state.StorageKind;
import dev.agenthost.protocol.store.state.StorageLimits;
import dev.agenthost.protocol.store.state.StorageOwner;
import dev.agenthost.protocol.store.state.StorageSuccess;
import dev.agenthost.protocol.store.state.StorageValue;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/**
 * Serves plugin and workspace storage (spec 000 §8), under the names of a plugin and under those of LangBot's runtime. The run is the
 * owner: the owner in a payload picks the kind and nothing else.
 */
public final class StorageCalls {
    private final ContextStore contextStore;
    private final LargeValueLimiter largeValues = new LargeValueLimiter();

    public StorageCalls(ContextStore contextStore) {
        this.contextStore = contextStore;
    }

    /** Returns the refusal of the call; empty if the call is permitted. Called before the call is charged. */
    public Optional<HostCallResponse> fault(HostAction action, RunSession session, JsonNode data) {
        Optional<StorageKind> kind = kind(action, data);
        if (kind.isEmpty()) {
            return refused(FailureCode.INVALID_ARGUMENT, "owner_type must be plugin or workspace");
        }
        if (Grant.check(session.grant(), new AccessRequest.Storage(kind.get()))
                instanceof AccessDecision.Denied denied) {
            return Optional.of(HostCallResponse.denied(denied));
        }
        return switch (action) {
            case GET_PLUGIN_STORAGE_KEYS, GET_WORKSPACE_STORAGE_KEYS, GET_BINARY_STORAGE_KEYS ->
                StoragePages.fault(data);
            case SET_PLUGIN_STORAGE, SET_WORKSPACE_STORAGE, SET_BINARY_STORAGE ->
                faultOfKey(data).or(() -> WritePrecondition.faultOfSet(data)).or(() -> faultOfValue(data));
            case DELETE_PLUGIN_STORAGE, DELETE_WORKSPACE_STORAGE, DELETE_BINARY_STORAGE ->
                faultOfKey(data).or(() -> WritePrecondition.faultOfEtag(data));
            default -> faultOfKey(data);
        };
    }

    /** Executes a valid call. */
    public Uni<HostCallResponse> call(HostAction action, RunSession session, JsonNode data) {
        StorageOwner owner = StorageOwner.of(kind(action, data).orElseThrow(), session.runnerId());
        return switch (action) {
            case GET_PLUGIN_STORAGE_KEYS, GET_WORKSPACE_STORAGE_KEYS, GET_BINARY_STORAGE_KEYS ->
                contextStore
                        .storageKeys(StoragePages.of(
                                StorageCall.keys(session.workspaceId(), session.runId(), session.attempt(), owner),
                                data))
                        .map(answer -> HostCallResponse.of(answer, StorageCalls::keys));
            default -> named(action, session, owner, data);
        };
    }

    private Uni<HostCallResponse> named(HostAction action, RunSession session, StorageOwner owner, JsonNode data) {
        String key = data.path("key").asText();
        return switch (action) {
            case SET_PLUGIN_STORAGE, SET_WORKSPACE_STORAGE, SET_BINARY_STORAGE -> set(session, owner, key, data);
            case DELETE_PLUGIN_STORAGE, DELETE_WORKSPACE_STORAGE, DELETE_BINARY_STORAGE ->
                contextStore
                        .storageDelete(StorageCall.delete(
                                        session.workspaceId(),
                                        session.runId(),
                                        session.attempt(),
                                        session.nextOperationId(),
                                        owner,
                                        key)
                                .provided(data.path("if_match").textValue(), false))
                        .map(answer -> HostCallResponse.of(answer, StorageCalls::done));
            default ->
                contextStore
                        .storageGet(
                                StorageCall.get(session.workspaceId(), session.runId(), session.attempt(), owner, key))
                        .map(answer -> answer instanceof ContextStoreResponse.Refused<?> refusal
                                        && refusal.code() == FailureCode.NOT_FOUND
                                ? missing(key)
                                : HostCallResponse.of(answer, StorageCalls::value));
        };
    }

    private static Optional<HostCallResponse> faultOfKey(JsonNode data) {
        String key = data.path("key").textValue();
        if (key == null) {
            return refused(FailureCode.INVALID_ARGUMENT, "key must be a string");
        }
        return StorageLimits.faultOfKey(key)
                .map(fault -> HostCallResponse.refused(FailureCode.INVALID_ARGUMENT, "key " + fault));
    }

    private static Optional<HostCallResponse> faultOfValue(JsonNode data) {
        String value = data.path("value_base64").textValue();
        if (value == null) {
            return refused(FailureCode.INVALID_ARGUMENT, "value_base64 must be a string");
        }
        return switch (StorageBytes.of(value)) {
            case StorageBytes.NotBase64() -> refused(FailureCode.INVALID_ARGUMENT, "value_base64 must be base64");
            case StorageBytes.TooLarge(long bytes) ->
                refused(
                        FailureCode.PAYLOAD_TOO_LARGE,
                        "The value has " + bytes + " bytes; " + StorageLimits.VALUE_BYTES + " are allowed");
            case StorageBytes.Read read -> Optional.empty();
        };
    }

    private Uni<HostCallResponse> set(RunSession session, StorageOwner owner, String key, JsonNode data) {
        String value = data.path("value_base64").asText();
        return largeValues.with(
                value.length(),
                contextStore
                        .storageSet(StorageCall.set(
                                        session.workspaceId(),
                                        session.runId(),
                                        session.attempt(),
                                        session.nextOperationId(),
                                        owner,
                                        key,
                                        value)
                                .provided(
                                        data.path("if_match").textValue(),
                                        data.path("if_absent").asBoolean()))
                        .map(answer -> HostCallResponse.of(answer, StorageCalls::done)));
    }

    /** Returns the kind of storage; the runtime's four actions name it in {@code owner_type}, the others in their own name. */
    private static Optional<StorageKind> kind(HostAction action, JsonNode data) {
        return switch (action) {
            case SET_PLUGIN_STORAGE, GET_PLUGIN_STORAGE, DELETE_PLUGIN_STORAGE, GET_PLUGIN_STORAGE_KEYS ->
                Optional.of(StorageKind.PLUGIN);
            case SET_WORKSPACE_STORAGE, GET_WORKSPACE_STORAGE, DELETE_WORKSPACE_STORAGE, GET_WORKSPACE_STORAGE_KEYS ->
                Optional.of(StorageKind.WORKSPACE);
            default -> WireName.find(StorageKind.class, data.path("owner_type").asText(""));
        };
    }

    /** Answers the keys; {@code has_more} is present only if the call asked for a page. */
    private static HostCallResponse keys(StorageKeys found) {
        ObjectNode response = JsonNodeFactory.instance.objectNode();
        found.keys().forEach(response.putArray("keys")::add);
        return new HostCallResponse.Served(
                found.hasMore() == null ? response : response.put("has_more", found.hasMore()));
    }

    /** Answers a write; the wire does not report if a value changed. */
    private static HostCallResponse done(StorageSuccess success) {
        return new HostCallResponse.Served(JsonNodeFactory.instance.objectNode());
    }

    /** Answers a value with its {@code etag}, which LangBot's wire does not know. */
    private static HostCallResponse value(StorageValue found) {
        return new HostCallResponse.Served(JsonNodeFactory.instance
                .objectNode()
                .put("value_base64", found.valueBase64())
                .put("etag", found.etag()));
    }

    /** Answers a missing key; its details distinguish it from a missing run, which is {@code not_found} too. */
    private static HostCallResponse missing(String key) {
        return new HostCallResponse.Refused(new AgentApiError(
                FailureCode.NOT_FOUND.wire(),
                "Nothing is stored under this key",
                FailureCode.NOT_FOUND.retryable(),
                JsonNodeFactory.instance.objectNode().put("key", key)));
    }

    private static Optional<HostCallResponse> refused(FailureCode code, String message) {
        return Optional.of(HostCallResponse.refused(code, message));
    }
}
