package dev.agenthost.context.state.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.context.common.http.RunRequestValidation;
import dev.agenthost.context.state.ConditionalChange;
import dev.agenthost.context.state.StateCondition;
import dev.agenthost.context.state.StateKey;
import dev.agenthost.context.state.StateKeyAliases;
import dev.agenthost.context.state.StateLimits;
import dev.agenthost.context.state.StateLimits.Verdict;
import dev.agenthost.context.state.StateRepository;
import dev.agenthost.context.state.StateWrite;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestBodyReader;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.store.state.StateCall;
import dev.agenthost.protocol.store.state.StateChange;
import dev.agenthost.protocol.store.state.StateChanges;
import dev.agenthost.protocol.store.state.StateKeys;
import dev.agenthost.protocol.store.state.StateScopeKey;
import dev.agenthost.protocol.store.state.StateSuccess;
import dev.agenthost.protocol.store.state.StateValue;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes state for run-orchestrator on behalf of a runner.
 *
 * <p>Errors: a missing or invalid name, a missing operation id or value, a NUL (400, names the field); a value over 256 KiB, or one that
 * exceeds the bound of its scope (413); an attempt below its run's fence (409); a condition that the stored value does not meet (412).
 */
@Path("/internal/v1/state")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "state")
public class StateResource {
    private static final int DEFAULT_LIMIT = 100;

    private final StateRepository store;

    public StateResource(StateRepository store) {
        this.store = store;
    }

    @POST
    @Path("get")
    @Operation(
            operationId = "getState",
            summary = "One value",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "StateCall")
    @APIResponse(responseCode = "200", ref = "StateValue")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<StateValue> get(StateCall call) {
        return store.get(key(call));
    }

    @POST
    @Path("set")
    @Operation(
            operationId = "setState",
            summary = "Set a value",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "StateCall")
    @APIResponse(responseCode = "200", ref = "StateSuccess")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "409", ref = "Fenced")
    @APIResponse(responseCode = "412", ref = "StaleState")
    public Uni<StateSuccess> set(StateCall call) {
        JsonNode value = RunRequestValidation.required(call.value(), "value");
        StateKey key = key(call);
        checkNewName(RunRequestValidation.required(call.name(), "name"), "name");
        checkValue(value);
        return store.set(claim(call), key, value, condition(call.ifMatch(), call.ifAbsent()))
                .map(StateResource::answer);
    }

    @POST
    @Path("delete")
    @Operation(
            operationId = "deleteState",
            summary = "Delete a value",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "StateCall")
    @APIResponse(responseCode = "200", ref = "StateSuccess")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "409", ref = "Fenced")
    @APIResponse(responseCode = "412", ref = "StaleState")
    public Uni<StateSuccess> delete(StateCall call) {
        if (Boolean.TRUE.equals(call.ifAbsent())) {
            throw RequestBodyReader.invalid("if_absent", "is of a set");
        }
        return store.delete(claim(call), key(call), condition(call.ifMatch(), call.ifAbsent()))
                .map(StateResource::answer);
    }

    @POST
    @Path("apply")
    @Operation(
            operationId = "applyState",
            summary = "Several changes of a scope, all or none",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "StateChanges")
    @APIResponse(responseCode = "200", ref = "StateSuccess")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "409", ref = "Fenced")
    @APIResponse(responseCode = "412", ref = "StaleState")
    public Uni<StateSuccess> apply(StateChanges call) {
        checkScope(call.workspaceId(), call.key());
        List<ConditionalChange> changes =
                call.changes().stream().map(StateResource::change).toList();
        return store.apply(
                        RunRequestValidation.claim(
                                call.workspaceId(), call.runId(), call.attempt(), call.operationId()),
                        call.key(),
                        changes)
                .map(StateResource::answer);
    }

    @POST
    @Path("list")
    @Operation(
            operationId = "listState",
            summary = "The names of the values of a scope",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "StateCall")
    @APIResponse(responseCode = "200", ref = "StateKeys")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<StateKeys> list(StateCall call) {
        Integer limit = call.limit();
        String prefix = call.prefix() == null ? "" : RunRequestValidation.fitting(call.prefix(), "prefix");
        String after = call.after() == null ? "" : RunRequestValidation.fitting(call.after(), "after");
        checkScope(call.workspaceId(), call.key());
        return store.list(call.workspaceId(), call.key(), prefix, after, limit == null ? DEFAULT_LIMIT : limit);
    }

    private static StateKey key(StateCall call) {
        String name = RunRequestValidation.required(call.name(), "name");
        if (StateLimits.ofName(name) instanceof Verdict.Invalid(String why)) {
            throw RequestBodyReader.invalid("name", why);
        }
        checkScope(call.workspaceId(), call.key());
        return new StateKey(call.workspaceId(), call.key(), StateKeyAliases.stored(name));
    }

    private static ConditionalChange change(StateChange change) {
        JsonNode value = change.value();
        if (value == null) {
            if (StateLimits.ofName(change.key()) instanceof Verdict.Invalid(String why)) {
                throw RequestBodyReader.invalid("changes.key", why);
            }
        } else {
            checkNewName(change.key(), "changes.key");
            checkValue(value);
        }
        return new ConditionalChange(
                StateKeyAliases.stored(change.key()), value, condition(change.ifMatch(), change.ifAbsent()));
    }

    private static void checkNewName(String name, String field) {
        if (StateLimits.ofNewName(name) instanceof Verdict.Invalid(String why)) {
            throw RequestBodyReader.invalid(field, why);
        }
    }

    private static void checkValue(JsonNode value) {
        switch (StateLimits.ofValue(value)) {
            case Verdict.Valid() -> {}
            case Verdict.TooLarge(int bytes) ->
                throw new ProblemException(
                        FailureCode.PAYLOAD_TOO_LARGE,
                        "The value has " + bytes + " bytes; " + StateLimits.VALUE_BYTES + " are allowed.",
                        "value");
            case Verdict.Invalid(String why) -> throw RequestBodyReader.invalid("value", why);
        }
    }

    private static void checkScope(String workspaceId, StateScopeKey key) {
        RunRequestValidation.fitting(workspaceId, "workspace_id");
        RunRequestValidation.fitting(key.botId(), "key.bot_id");
        RunRequestValidation.fitting(key.bindingId(), "key.binding_id");
        RunRequestValidation.fitting(key.runnerId().toString(), "key.runner_id");
        RunRequestValidation.fitting(key.subject(), "key.subject");
    }

    private static StateCondition condition(@Nullable String etag, @Nullable Boolean absent) {
        if (etag != null) {
            return new StateCondition.Unchanged(RunRequestValidation.fitting(etag, "if_match"));
        }
        return Boolean.TRUE.equals(absent) ? new StateCondition.Absent() : new StateCondition.Any();
    }

    private static WriteClaim claim(StateCall call) {
        return RunRequestValidation.claim(call.workspaceId(), call.runId(), call.attempt(), call.operationId());
    }

    private static StateSuccess answer(StateWrite write) {
        return switch (write) {
            case StateWrite.Written(boolean changed) -> {
                FailPoint.at("context.40-state-set");
                yield new StateSuccess(changed);
            }
            case StateWrite.Stale() ->
                throw new ProblemException(
                        FailureCode.PRECONDITION_FAILED, "The value is not the expected one.", "if_match");
            case StateWrite.Fenced() -> throw RunRequestValidation.fenced();
            case StateWrite.TooManyKeys() ->
                throw full("The scope has " + StateLimits.SCOPE_KEYS + " names, which is the most.");
            case StateWrite.TooManyBytes() ->
                throw full("The values of the scope would have over " + StateLimits.SCOPE_BYTES
                        + " bytes together, which is the most.");
            case StateWrite.Invalid() -> throw RequestBodyReader.invalid("value", "cannot be stored");
        };
    }

    private static ProblemException full(String why) {
        return new ProblemException(FailureCode.PAYLOAD_TOO_LARGE, why);
    }
}
