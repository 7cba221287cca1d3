package dev.agenthost.binding.api.http;

import dev.agenthost.binding.catalog.ChangeContext;
import dev.agenthost.binding.catalog.ResourceName;
import dev.agenthost.platform.rest.EntityTag;
import dev.agenthost.platform.rest.PageRequest;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestBodyReader;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The shared request handling of agents and bindings: bodies, conditions, workspaces, and texts of refusals. */
@ApplicationScoped
class DefinitionRequests {
    private final RequestCaller caller;

    DefinitionRequests(RequestCaller caller) {
        this.caller = caller;
    }

    /** Returns the workspace of the caller's key. */
    String workspace() {
        return caller.workspaceId();
    }

    /** Returns the caller's identity and the current time, for the audit. */
    ChangeContext change() {
        return new ChangeContext(UUID.randomUUID().toString(), caller.keyId(), Instant.now());
    }

    /** Returns the checked value of a request; a breach is a 400 that names the field. */
    <T> T checked(@Nullable String bodyWorkspace, Supplier<T> value) {
        if (bodyWorkspace != null) {
            caller.requireWorkspace(bodyWorkspace);
        }
        return RequestBodyReader.checked(value);
    }

    /** Returns the requested page of a list; its cursors are ids. */
    static PageRequest page(@Nullable String limit, @Nullable String cursor) {
        return RequestBodyReader.checked(
                () -> PageRequest.of(limit, cursor == null ? null : ResourceName.check(cursor, "cursor")));
    }

    /** Refuses a body whose id differs from the id in the address. */
    void sameId(String address, @Nullable String body, String field) {
        if (body != null && !body.equals(address)) {
            throw invalid(field, field + " differs from the id in the path.");
        }
    }

    static Response created(String path, String id, Object body, int version) {
        return Response.created(URI.create(path + "/" + id))
                .header(HttpHeaders.ETAG, EntityTag.of(version))
                .entity(ProtocolCodec.encode(body))
                .build();
    }

    static Response ok(Object body, int version) {
        return Response.ok(ProtocolCodec.encode(body))
                .header(HttpHeaders.ETAG, EntityTag.of(version))
                .build();
    }

    static ProblemException missing() {
        return new ProblemException(
                FailureCode.NOT_FOUND, "The resource does not exist or is not visible to this key.");
    }

    static ProblemException conflict(String detail, @Nullable String field) {
        return new ProblemException(FailureCode.CONFLICT, detail, field);
    }

    static ProblemException invalid(String field, String detail) {
        return new ProblemException(FailureCode.INVALID_ARGUMENT, detail, field);
    }
}
