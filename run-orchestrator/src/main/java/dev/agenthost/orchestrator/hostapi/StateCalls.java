package dev.agenthost.orchestrator.hostapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.context.RunMemory;
import dev.agenthost.orchestrator.grant.Access;
import dev.agenthost.orchestrator.grant.Check;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.session.RunSession;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.store.state.StateCall;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StateScopeKey;
import dev.agenthost.protocol.store.state.StateValue;
import io.smallrye.mutiny.Uni;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** {@code state_get/set/delete/list} (spec 000 §8). */
final class StateCalls {
    private static final int LONGEST_KEY = 512;
    private static final int MOST_KEYS = 100;
    private static final Pattern ETAG = Pattern.compile("[!-~]{1,64}");

    private final RunMemory memory;

    StateCalls(RunMemory memory) {
        this.memory = memory;
    }

    Uni<Answer> call(HostAction action, RunSession session, JsonNode data) {
        Optional<StateScope> scope = scope(data);
        if (scope.isEmpty()) {
            return refused(FailureCode.INVALID_ARGUMENT, "scope is none that exists");
        }
        if (Grant.check(session.grant(), new Access.State(scope.get())) instanceof Check.Denied denied) {
            return Uni.createFrom().item(Answer.denied(denied));
        }
        StateScopeKey key = session.grant().state().get(scope.get());
        if (key == null) {
            return refused(FailureCode.NOT_FOUND, "this scope has no subject in this event");
        }
        if (action == HostAction.STATE_LIST) {
            return list(session, key, data);
        }
        String name = StateNames.of(data.path("key").asText(""));
        if (!data.path("key").isTextual() || name.isBlank() || name.length() > LONGEST_KEY || !JsonText.isClean(name)) {
            return refused(FailureCode.INVALID_ARGUMENT, "key is no name");
        }
        return switch (action) {
            case STATE_SET -> set(session, key, name, data);
            case STATE_DELETE -> delete(session, key, name, data);
            default ->
                memory.get(StateCall.get(session.workspaceId(), session.runId(), session.attempt(), key, name))
                        .map(answer -> Answer.of(answer, StateCalls::value));
        };
    }

    private Uni<Answer> set(RunSession session, StateScopeKey key, String name, JsonNode data) {
        JsonNode value = data.path("value");
        if (value.isMissingNode()) {
            return refused(FailureCode.INVALID_ARGUMENT, "value is missing");
        }
        if (!JsonText.isClean(value) || JsonText.tooDeep(value)) {
            return refused(FailureCode.INVALID_ARGUMENT, "value holds what cannot be kept");
        }
        if (StateNames.tooLarge(value)) {
            return refused(FailureCode.PAYLOAD_TOO_LARGE, "value is larger than 256 KiB");
        }
        JsonNode absent = data.path("if_absent");
        if (!nothing(absent) && !absent.isBoolean()) {
            return refused(FailureCode.INVALID_ARGUMENT, "if_absent is neither true nor false");
        }
        if (!isEtag(data.path("if_match")) || (absent.asBoolean() && !nothing(data.path("if_match")))) {
            return refused(FailureCode.INVALID_ARGUMENT, "if_match is no etag");
        }
        StateCall call = StateCall.set(
                session.workspaceId(), session.runId(), session.attempt(), session.nextOperationId(), key, name, value);
        return memory.set(call.provided(data.path("if_match").textValue(), absent.asBoolean()))
                .map(answer -> Answer.of(answer, Answer::served));
    }

    private Uni<Answer> delete(RunSession session, StateScopeKey key, String name, JsonNode data) {
        if (!isEtag(data.path("if_match"))) {
            return refused(FailureCode.INVALID_ARGUMENT, "if_match is no etag");
        }
        StateCall call = StateCall.delete(
                session.workspaceId(), session.runId(), session.attempt(), session.nextOperationId(), key, name);
        return memory.delete(call.provided(data.path("if_match").textValue(), false))
                .map(answer -> Answer.of(answer, Answer::served));
    }

    /** One, or none at all. */
    private static boolean isEtag(JsonNode said) {
        return nothing(said)
                || said.isTextual() && ETAG.matcher(said.textValue()).matches();
    }

    private static boolean nothing(JsonNode said) {
        return said.isMissingNode() || said.isNull();
    }

    private Uni<Answer> list(RunSession session, StateScopeKey key, JsonNode data) {
        String prefix = data.path("prefix").textValue();
        int limit = Math.clamp(data.path("limit").asInt(MOST_KEYS), 1, MOST_KEYS);
        String after = data.path("after").textValue();
        if (after != null && !JsonText.isClean(after)) {
            return refused(FailureCode.INVALID_ARGUMENT, "after is no name");
        }
        return memory.list(StateCall.list(session.workspaceId(), session.runId(), session.attempt(), key, prefix, limit)
                        .from(after))
                .map(answer -> Answer.of(answer, Answer::served));
    }

    /** The peer's wire knows no etag; who does not ask for it is not troubled by it. */
    private static Answer value(StateValue found) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        JsonNode value = found.value();
        data.set("value", value);
        if (found.etag() != null) {
            data.put("etag", found.etag());
        }
        return new Answer.Served(data);
    }

    private static Optional<StateScope> scope(JsonNode data) {
        String wire = data.path("scope").asText("");
        return Arrays.stream(StateScope.values())
                .filter(scope -> scope.wire().equals(wire))
                .findFirst();
    }

    private static Uni<Answer> refused(FailureCode code, String message) {
        return Uni.createFrom().item(Answer.refused(code, message));
    }
}
