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
import dev.agenthost.platform.postgres.ChangeJournal;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestBodyReader;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.state.StateCall;
import dev.agenthost.protocol.store.state.StateChange;
import dev.agenthost.protocol.store.state.StateChanges;
import dev.agenthost.protocol.store.state.StateKeys;
import dev.agenthost.protocol.store.state.StateOutcome;
import dev.agenthost.protocol.store.state.StateScopeKey;
import dev.agenthost.protocol.store.state.StateValue;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.UUID;
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
 * exceeds the bound of its scope (413); an attempt below its run's fence (409); a condition that the stored value does not meet (412). The audit entry of a
 * change is committed with it and published afterwards; one of another workspace or run is refused (400).
 */
@Path("/internal/v1/state")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "state")
public class StateResource {
    private static final int DEFAULT_LIMIT = 100;

    private final StateRepository store;
    private final ChangeJournal journal;

    public StateResource(StateRepository store, ChangeJournal journal) {
        this.store = store;
        this.journal = journal;
    }

    @POST
    @Path("get")
    @Operation(
            operationId = "getState",
            summary = "Get a value",
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
    public Uni<StateOutcome> set(StateCall call) {
        JsonNode value = RunRequestValidation.required(call.value(), "value");
        StateKey key = key(call);
        checkNewName(RunRequestValidation.required(call.name(), "name"), "name");
        checkValue(value);
        WriteClaim claim = claim(call);
        return store.set(claim, key, value, condition(call.ifMatch(), call.ifAbsent()))
                .map(write -> answer(write, claim));
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
    public Uni<StateOutcome> delete(StateCall call) {
        if (Boolean.TRUE.equals(call.ifAbsent())) {
            throw RequestBodyReader.invalid("if_absent", "is of a set");
        }
        WriteClaim claim = claim(call);
        return store.delete(claim, key(call), condition(call.ifMatch(), call.ifAbsent()))
                .map(write -> answer(write, claim));
    }

    @POST
    @Path("apply")
    @Operation(
            operationId = "applyState",
            summary = "Apply several changes to a scope, all or none",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "StateChanges")
    @APIResponse(responseCode = "200", ref = "StateSuccess")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "409", ref = "Fenced")
    @APIResponse(responseCode = "412", ref = "StaleState")
    public Uni<StateOutcome> apply(StateChanges call) {
        checkScope(call.workspaceId(), call.key());
        List<ConditionalChange> changes =
                call.changes().stream().map(StateResource::change).toList();
        WriteClaim claim = claim(call.workspaceId(), call.runId(), call.attempt(), call.operationId(), call.audit());
        return store.apply(claim, call.key(), changes).map(write -> answer(write, claim));
    }

    @POST
    @Path("list")
    @Operation(
            operationId = "listState",
            summary = "List the names of the values of a scope",
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
        return claim(call.workspaceId(), call.runId(), call.attempt(), call.operationId(), call.audit());
    }

    private static WriteClaim claim(
            String workspaceId, RunId runId, int attempt, @Nullable String operationId, @Nullable AuditEntry audit) {
        if (audit != null) {
            checkAudit(workspaceId, runId, audit);
        }
        return RunRequestValidation.claim(workspaceId, runId, attempt, operationId)
                .audited(audit);
    }

    private static void checkAudit(String workspaceId, RunId runId, AuditEntry audit) {
        if (!audit.workspaceId().equals(workspaceId) || !runId.equals(audit.runId())) {
            throw RequestBodyReader.invalid("audit", "is of another workspace or run");
        }
        try {
            UUID.fromString(audit.auditId());
        } catch (IllegalArgumentException none) {
            throw RequestBodyReader.invalid("audit.audit_id", "must be a UUID");
        }
    }

    private StateOutcome answer(StateWrite write, WriteClaim claim) {
        return switch (write) {
            case StateWrite.Written(boolean changed) -> {
                FailPoint.at("context.40-state-set");
                AuditEntry entry = claim.audit();
                if (entry != null) {
                    journal.committed(entry);
                }
                yield new StateOutcome(changed, entry != null);
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
