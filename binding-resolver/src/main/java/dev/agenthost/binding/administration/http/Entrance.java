package dev.agenthost.binding.administration.http;

import dev.agenthost.binding.change.Change;
import dev.agenthost.binding.change.EntityTag;
import dev.agenthost.binding.change.ExpectedVersion;
import dev.agenthost.door.key.http.Caller;
import dev.agenthost.door.problem.Problem;
import dev.agenthost.door.problem.ProblemException;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.field.InvalidFieldException;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
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
class Entrance {
    private final Caller caller;

    Entrance(Caller caller) {
        this.caller = caller;
    }

    /** The workspace that the caller's key opens. */
    String workspace() {
        return caller.workspaceId();
    }

    /** Who changes something, now. */
    Change change() {
        return new Change(UUID.randomUUID().toString(), caller.keyId(), Instant.now());
    }

    /** Reads a body and refuses what it does not understand. */
    <T> T read(byte[] body, Class<T> type) {
        try {
            T read = ProtocolCodec.decode(body, type);
            UnknownField.in(ProtocolCodec.readTree(body), ProtocolCodec.tree(read), "")
                    .ifPresent(field -> {
                        throw invalid(field, field + " is no field here.");
                    });
            return read;
        } catch (UndecodableException e) {
            throw e.field().equals(UndecodableException.ROOT)
                    ? new ProblemException(FailureCode.INVALID_ARGUMENT, "The body " + e.why() + ".")
                    : invalid(e.field(), e.field() + " " + e.why() + ".");
        }
    }

    /** What a person wrote, checked; a breach is a 400 that names the field. */
    <T> T checked(@Nullable String bodyWorkspace, Supplier<T> value) {
        if (bodyWorkspace != null) {
            caller.requireWorkspace(bodyWorkspace);
        }
        try {
            return value.get();
        } catch (InvalidFieldException e) {
            throw invalid(e.field(), e.field() + " " + e.why() + ".");
        }
    }

    /** The id in the address is the one that counts; another one in the body is a mistake. */
    void sameId(String address, @Nullable String body, String field) {
        if (body != null && !body.equals(address)) {
            throw invalid(field, field + " is not the one of the address.");
        }
    }

    /** The version that a replacement expects. */
    ExpectedVersion required(@Nullable String ifMatch) {
        if (ifMatch == null) {
            throw new ProblemException(
                    Problem.withStatus(
                            428,
                            FailureCode.PRECONDITION_FAILED,
                            "Send If-Match with the ETag of what you read, or with * to replace whatever is there.",
                            null),
                    null);
        }
        return EntityTag.parse(ifMatch).orElseThrow(() -> stale("The If-Match is no ETag of ours."));
    }

    /** The version that a deletion expects, if it expects one. */
    ExpectedVersion optional(@Nullable String ifMatch) {
        return ifMatch == null ? new ExpectedVersion.Any() : required(ifMatch);
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

    static ProblemException stale(int version) {
        return stale("It was changed meanwhile, and its ETag is " + EntityTag.of(version) + " now. Read it again.");
    }

    static ProblemException conflict(String detail, @Nullable String field) {
        return new ProblemException(FailureCode.CONFLICT, detail, field);
    }

    static ProblemException invalid(String field, String detail) {
        return new ProblemException(FailureCode.INVALID_ARGUMENT, detail, field);
    }

    private static ProblemException stale(String detail) {
        return new ProblemException(FailureCode.PRECONDITION_FAILED, detail);
    }
}
