package dev.agenthost.orchestrator.hostapi.write;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.hostapi.audit.CallIntent;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.store.state.StateChange;
import dev.agenthost.protocol.store.state.StateChanges;
import dev.agenthost.protocol.store.state.StateGrammar;
import dev.agenthost.protocol.store.state.StateScopeKey;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code state_apply}: sets and deletes values of one scope in one transaction. */
final class StateBatchCalls {
    private final ContextStore contextStore;

    StateBatchCalls(ContextStore contextStore) {
        this.contextStore = contextStore;
    }

    /** Returns the refusal of the changes; empty if they are permitted. The scope is checked before. */
    static Optional<HostCallResponse> fault(JsonNode data) {
        JsonNode changes = data.path("changes");
        if (!changes.isArray() || changes.isEmpty() || changes.size() > StateChanges.MOST) {
            return refused(
                    FailureCode.INVALID_ARGUMENT, "changes must be a list of 1 to " + StateChanges.MOST + " changes");
        }
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < changes.size(); i++) {
            Optional<HostCallResponse> fault = fault(changes.get(i), "changes[" + i + "]", keys);
            if (fault.isPresent()) {
                return fault;
            }
        }
        return Optional.empty();
    }

    private static Optional<HostCallResponse> fault(JsonNode change, String field, Set<String> keys) {
        StateChange read;
        try {
            read = ProtocolCodec.decode(change, StateChange.class);
        } catch (UndecodableException | InvalidFieldException why) {
            return refused(FailureCode.INVALID_ARGUMENT, field + ": " + why.getMessage());
        }
        String key = StateWriteLimits.of(read.key());
        if (!JsonText.isClean(key) || key.length() > StateGrammar.NAME_LENGTH) {
            return refused(FailureCode.INVALID_ARGUMENT, field + ".key must be a name");
        }
        if (!keys.add(key)) {
            return refused(FailureCode.INVALID_ARGUMENT, field + ".key is the key of an earlier change");
        }
        Optional<HostCallResponse> condition =
                read.isDeletion() ? WritePrecondition.faultOfEtag(change) : WritePrecondition.faultOfSet(change);
        JsonNode value = read.value();
        if (condition.isPresent() || value == null) {
            return condition;
        }
        Optional<String> name = StateGrammar.faultOfName(key);
        if (name.isPresent()) {
            return refused(FailureCode.INVALID_ARGUMENT, field + ".key " + name.get());
        }
        if (!JsonText.isClean(value) || JsonText.tooDeep(value)) {
            return refused(
                    FailureCode.INVALID_ARGUMENT,
                    field + ".value contains characters that cannot be stored, or is nested too deeply");
        }
        return StateWriteLimits.tooLarge(value)
                ? refused(FailureCode.PAYLOAD_TOO_LARGE, field + ".value is larger than 256 KiB")
                : Optional.empty();
    }

    /** Makes valid changes. */
    Uni<HostCallResponse> apply(RunSession session, StateScopeKey scope, JsonNode data, CallIntent intent) {
        List<StateChange> changes = new ArrayList<>();
        for (JsonNode change : data.path("changes")) {
            StateChange read = decoded(change);
            changes.add(read.of(StateWriteLimits.of(read.key())));
        }
        return contextStore
                .apply(new StateChanges(
                        session.workspaceId(),
                        session.runId(),
                        session.attempt(),
                        session.nextOperationId(),
                        scope,
                        changes,
                        intent.change()))
                .map(answer -> HostCallResponse.of(answer, outcome -> StateCalls.changed(outcome, intent)));
    }

    private static StateChange decoded(JsonNode change) {
        try {
            return ProtocolCodec.decode(change, StateChange.class);
        } catch (UndecodableException why) {
            throw new IllegalStateException("the changes were checked", why);
        }
    }

    private static Optional<HostCallResponse> refused(FailureCode code, String message) {
        return Optional.of(HostCallResponse.refused(code, message));
    }
}
