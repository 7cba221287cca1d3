package dev.agenthost.orchestrator.hostapi.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.grant.AccessDecision;
import dev.agenthost.orchestrator.grant.AccessRequest;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.audit.CallIntent;
import dev.agenthost.orchestrator.hostapi.dispatch.CallArguments;
import dev.agenthost.orchestrator.hostapi.dispatch.HostAction;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.store.state.StateCall;
import dev.agenthost.protocol.store.state.StateGrammar;
import dev.agenthost.protocol.store.state.StateOutcome;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StateScopeKey;
import dev.agenthost.protocol.store.state.StateSuccess;
import dev.agenthost.protocol.store.state.StateValue;
import io.smallrye.mutiny.Uni;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/** {@code state_get/set/delete/list} (spec 000 §8), and {@code state_apply}. */
public final class StateCalls {
    private static final int MOST_KEYS = 100;

    private final ContextStore contextStore;
    private final StateBatchCalls batches;

    public StateCalls(ContextStore contextStore) {
        this.contextStore = contextStore;
        this.batches = new StateBatchCalls(contextStore);
    }

    /** Returns the refusal of the call; empty if the call is permitted. Called before the call is charged. */
    public Optional<HostCallResponse> fault(HostAction action, RunSession session, JsonNode data) {
        Optional<StateScope> scope = scope(data);
        if (scope.isEmpty()) {
            return refused(FailureCode.INVALID_ARGUMENT, "scope must be an existing scope");
        }
        if (Grant.check(session.grant(), new AccessRequest.State(scope.get()))
                instanceof AccessDecision.Denied denied) {
            return Optional.of(HostCallResponse.denied(denied));
        }
        if (session.grant().state().get(scope.get()) == null) {
            return refused(FailureCode.NOT_FOUND, "this scope has no subject in this event");
        }
        if (action == HostAction.STATE_APPLY) {
            return StateBatchCalls.fault(data);
        }
        if (action == HostAction.STATE_LIST) {
            return CallArguments.faultOfTexts(data, "prefix", "after")
                    .or(() -> CallArguments.faultOfNumber(data, "limit"))
                    .or(() -> JsonText.isClean(data.path("prefix")) && JsonText.isClean(data.path("after"))
                            ? Optional.empty()
                            : refused(FailureCode.INVALID_ARGUMENT, "prefix and after must be names"));
        }
        String name = name(data);
        if (!data.path("key").isTextual()
                || name.isBlank()
                || name.length() > StateGrammar.NAME_LENGTH
                || !JsonText.isClean(name)) {
            return refused(FailureCode.INVALID_ARGUMENT, "key must be a name");
        }
        return switch (action) {
            case STATE_SET ->
                StateGrammar.faultOfName(name)
                        .map(fault -> HostCallResponse.refused(FailureCode.INVALID_ARGUMENT, "key " + fault))
                        .or(() -> faultOfSet(data));
            case STATE_DELETE -> WritePrecondition.faultOfEtag(data);
            default -> Optional.empty();
        };
    }

    private static Optional<HostCallResponse> faultOfSet(JsonNode data) {
        JsonNode value = data.path("value");
        if (value.isMissingNode()) {
            return refused(FailureCode.INVALID_ARGUMENT, "value is missing");
        }
        if (!JsonText.isClean(value) || JsonText.tooDeep(value)) {
            return refused(
                    FailureCode.INVALID_ARGUMENT,
                    "value contains characters that cannot be stored, or is nested too deeply");
        }
        if (StateWriteLimits.tooLarge(value)) {
            return refused(FailureCode.PAYLOAD_TOO_LARGE, "value is larger than 256 KiB");
        }
        return WritePrecondition.faultOfSet(data);
    }

    /** Executes a valid call. */
    public Uni<HostCallResponse> call(HostAction action, RunSession session, JsonNode data, CallIntent intent) {
        StateScopeKey key =
                Objects.requireNonNull(session.grant().state().get(scope(data).orElseThrow()));
        String name = name(data);
        return switch (action) {
            case STATE_LIST -> list(session, key, data);
            case STATE_APPLY -> batches.apply(session, key, data, intent);
            case STATE_SET -> set(session, key, name, data, intent);
            case STATE_DELETE -> delete(session, key, name, data, intent);
            default ->
                contextStore
                        .get(StateCall.get(session.workspaceId(), session.runId(), session.attempt(), key, name))
                        .map(answer -> HostCallResponse.of(answer, StateCalls::value));
        };
    }

    private Uni<HostCallResponse> set(
            RunSession session, StateScopeKey key, String name, JsonNode data, CallIntent intent) {
        StateCall call = StateCall.set(
                session.workspaceId(),
                session.runId(),
                session.attempt(),
                session.nextOperationId(),
                key,
                name,
                data.path("value"));
        return contextStore
                .set(call.provided(
                                data.path("if_match").textValue(),
                                data.path("if_absent").asBoolean())
                        .audited(intent.change()))
                .map(answer -> HostCallResponse.of(answer, outcome -> changed(outcome, intent)));
    }

    private Uni<HostCallResponse> delete(
            RunSession session, StateScopeKey key, String name, JsonNode data, CallIntent intent) {
        StateCall call = StateCall.delete(
                session.workspaceId(), session.runId(), session.attempt(), session.nextOperationId(), key, name);
        return contextStore
                .delete(call.provided(data.path("if_match").textValue(), false).audited(intent.change()))
                .map(answer -> HostCallResponse.of(answer, outcome -> changed(outcome, intent)));
    }

    /** Answers a change. An entry that context-store did not commit with it is recorded as the call's outcome. */
    static HostCallResponse changed(StateOutcome outcome, CallIntent intent) {
        if (outcome.audited()) {
            intent.changeStored();
        }
        return HostCallResponse.served(new StateSuccess(outcome.success()));
    }

    private Uni<HostCallResponse> list(RunSession session, StateScopeKey key, JsonNode data) {
        String prefix = data.path("prefix").textValue();
        int limit = CallArguments.number(data, "limit", MOST_KEYS, MOST_KEYS);
        return contextStore
                .list(StateCall.list(session.workspaceId(), session.runId(), session.attempt(), key, prefix, limit)
                        .from(data.path("after").textValue()))
                .map(answer -> HostCallResponse.of(answer, HostCallResponse::served));
    }

    /** Answers a value; {@code etag} is present only if the value has one. LangBot's wire protocol has no etag. */
    private static HostCallResponse value(StateValue found) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        JsonNode value = found.value();
        data.set("value", value);
        if (found.etag() != null) {
            data.put("etag", found.etag());
        }
        return new HostCallResponse.Served(data);
    }

    private static String name(JsonNode data) {
        return StateWriteLimits.of(data.path("key").asText(""));
    }

    private static Optional<StateScope> scope(JsonNode data) {
        String wire = data.path("scope").asText("");
        return Arrays.stream(StateScope.values())
                .filter(scope -> scope.wire().equals(wire))
                .findFirst();
    }

    private static Optional<HostCallResponse> refused(FailureCode code, String message) {
        return Optional.of(HostCallResponse.refused(code, message));
    }
}
