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

/** What agents and bindings have in common at their entrance: bodies, conditions, workspaces, and the words of a refusal. */
@ApplicationScoped
class DefinitionRequests {
    private final RequestCaller caller;

    DefinitionRequests(RequestCaller caller) {
        this.caller = caller;
    }

    /** The workspace that the caller's key opens. */
    String workspace() {
        return caller.workspaceId();
    }

    /** Who changes something, now. */
    ChangeContext change() {
        return new ChangeContext(UUID.randomUUID().toString(), caller.keyId(), Instant.now());
    }

    /** What a person wrote, checked; a breach is a 400 that names the field. */
    <T> T checked(@Nullable String bodyWorkspace, Supplier<T> value) {
        if (bodyWorkspace != null) {
            caller.requireWorkspace(bodyWorkspace);
        }
        return RequestBodyReader.checked(value);
    }

    /** What was asked of a list; its cursors are ids. */
    static PageRequest page(@Nullable String limit, @Nullable String cursor) {
        return RequestBodyReader.checked(
                () -> PageRequest.of(limit, cursor == null ? null : ResourceName.check(cursor, "cursor")));
    }

    /** The id in the address is the one that counts; another one in the body is a mistake. */
    void sameId(String address, @Nullable String body, String field) {
        if (body != null && !body.equals(address)) {
            throw invalid(field, field + " is not the one of the address.");
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
        return new ProblemException(FailureCode.NOT_FOUND, "There is no such thing here.");
    }

    static ProblemException conflict(String detail, @Nullable String field) {
        return new ProblemException(FailureCode.CONFLICT, detail, field);
    }

    static ProblemException invalid(String field, String detail) {
        return new ProblemException(FailureCode.INVALID_ARGUMENT, detail, field);
    }
}
