package dev.agenthost.context.state.http;

import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.context.common.http.RunRequestValidation;
import dev.agenthost.context.state.StorageCondition;
import dev.agenthost.context.state.StorageKey;
import dev.agenthost.context.state.StorageRepository;
import dev.agenthost.context.state.StorageWrite;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestBodyReader;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.store.state.StorageBytes;
import dev.agenthost.protocol.store.state.StorageCall;
import dev.agenthost.protocol.store.state.StorageKeys;
import dev.agenthost.protocol.store.state.StorageLimits;
import dev.agenthost.protocol.store.state.StorageSuccess;
import dev.agenthost.protocol.store.state.StorageValue;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/**
 * Storage, for run-orchestrator on behalf of a runner. Errors: a missing or invalid key, operation id or value, invalid base64, a NUL
 * anywhere (400, names the field); no value under the key (404); a value over 10 MiB or beyond the owner's quota (413); an attempt
 * below its run's fence (409); a change that expected another value (412).
 */
@Path("/internal/v1/storage")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "storage")
public class StorageEndpoint {
    private final StorageRepository store;

    public StorageEndpoint(StorageRepository store) {
        this.store = store;
    }

    @POST
    @Path("get")
    @Operation(
            operationId = "getStorage",
            summary = "Get a value",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "StorageCall")
    @APIResponse(responseCode = "200", ref = "StorageValue")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", description = "The value does not exist")
    public Uni<StorageValue> get(StorageCall call) {
        return store.get(key(call)).map(found -> found.map(
                        value -> new StorageValue(StorageBytes.base64(value.bytes()), value.etag()))
                .orElseThrow(() -> new ProblemException(FailureCode.NOT_FOUND, "The key has no value.", "key")));
    }

    /** Runs outside of the event loop, because values may be large. */
    @POST
    @Path("set")
    @Blocking
    @Operation(
            operationId = "setStorage",
            summary = "Set a value",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "StorageCall")
    @APIResponse(responseCode = "200", ref = "StorageSuccess")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "409", ref = "Fenced")
    @APIResponse(responseCode = "412", ref = "StaleState")
    @APIResponse(
            responseCode = "413",
            description = "The value is too large, or the storage quota of its owner is exceeded")
    public Uni<StorageSuccess> set(StorageCall call) {
        String value = RunRequestValidation.required(call.valueBase64(), "value_base64");
        StorageKey key = key(call);
        return switch (StorageBytes.of(value)) {
            case StorageBytes.Read(byte[] bytes) ->
                store.set(claim(call), key, bytes, condition(call)).map(StorageEndpoint::answer);
            case StorageBytes.TooLarge(long bytes) ->
                throw tooLarge(
                        "The value has " + bytes + " bytes; " + StorageLimits.VALUE_BYTES + " are allowed.",
                        "value_base64");
            case StorageBytes.NotBase64() -> throw RequestBodyReader.invalid("value_base64", "must be base64");
        };
    }

    @POST
    @Path("delete")
    @Operation(
            operationId = "deleteStorage",
            summary = "Delete a value",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "StorageCall")
    @APIResponse(responseCode = "200", ref = "StorageSuccess")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "409", ref = "Fenced")
    @APIResponse(responseCode = "412", ref = "StaleState")
    public Uni<StorageSuccess> delete(StorageCall call) {
        if (Boolean.TRUE.equals(call.ifAbsent())) {
            throw RequestBodyReader.invalid("if_absent", "is of a set");
        }
        return store.delete(claim(call), key(call), condition(call)).map(StorageEndpoint::answer);
    }

    @POST
    @Path("keys")
    @Operation(
            operationId = "listStorage",
            summary = "List the keys of an owner: all, or those with a prefix in pages",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "StorageCall")
    @APIResponse(responseCode = "200", ref = "StorageKeys")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<StorageKeys> keys(StorageCall call) {
        Integer limit = call.limit();
        String prefix = call.prefix() == null ? "" : RunRequestValidation.fitting(call.prefix(), "prefix");
        String after = call.after() == null ? "" : RunRequestValidation.fitting(call.after(), "after");
        checkOwner(call);
        return call.asksForPage()
                ? store.page(
                        call.workspaceId(),
                        call.owner(),
                        prefix,
                        after,
                        limit == null ? StorageLimits.MOST_KEYS : limit)
                : store.keys(call.workspaceId(), call.owner());
    }

    private static StorageCondition condition(StorageCall call) {
        String etag = call.ifMatch();
        if (etag != null) {
            return new StorageCondition.Unchanged(RunRequestValidation.fitting(etag, "if_match"));
        }
        return Boolean.TRUE.equals(call.ifAbsent()) ? new StorageCondition.Absent() : new StorageCondition.Any();
    }

    private static StorageKey key(StorageCall call) {
        String key = RunRequestValidation.required(call.key(), "key");
        StorageLimits.faultOfKey(key).ifPresent(why -> {
            throw RequestBodyReader.invalid("key", why);
        });
        checkOwner(call);
        return new StorageKey(call.workspaceId(), call.owner(), key);
    }

    private static void checkOwner(StorageCall call) {
        RunRequestValidation.fitting(call.workspaceId(), "workspace_id");
        RunRequestValidation.fitting(call.owner().plugin(), "owner.plugin");
    }

    private static WriteClaim claim(StorageCall call) {
        return RunRequestValidation.claim(call.workspaceId(), call.runId(), call.attempt(), call.operationId());
    }

    private static StorageSuccess answer(StorageWrite write) {
        return switch (write) {
            case StorageWrite.Written(boolean changed) -> new StorageSuccess(changed);
            case StorageWrite.Stale() ->
                throw new ProblemException(
                        FailureCode.PRECONDITION_FAILED, "The value is not the expected one.", "if_match");
            case StorageWrite.Fenced() -> throw RunRequestValidation.fenced();
            case StorageWrite.TooManyBytes() -> throw tooLarge("The owner's quota has no room for this value.", null);
            case StorageWrite.TooManyKeys() -> throw tooLarge("The owner's quota has no room for another key.", null);
        };
    }

    private static ProblemException tooLarge(String detail, @Nullable String field) {
        return new ProblemException(FailureCode.PAYLOAD_TOO_LARGE, detail, field);
    }
}
