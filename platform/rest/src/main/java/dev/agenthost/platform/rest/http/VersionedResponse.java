package dev.agenthost.platform.rest.http;

import dev.agenthost.platform.rest.EntityTag;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.WriteOutcome;
import dev.agenthost.platform.rest.WriteRefusal;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.net.URI;

/** Creates the responses about a versioned object; each has the ETag of its version. */
public final class VersionedResponse {
    private VersionedResponse() {}

    public static Response ok(Object document, long version) {
        return of(Response.ok(), document, version);
    }

    /** @param path of the collection */
    public static Response created(String path, String id, Object document, long version) {
        return of(Response.created(URI.create(path + "/" + id)), document, version);
    }

    private static Response of(Response.ResponseBuilder answer, Object document, long version) {
        return answer.header(HttpHeaders.ETAG, EntityTag.of(version))
                .entity(ProtocolCodec.encode(document))
                .build();
    }

    /**
     * Returns the value of a committed change.
     *
     * @param idField the field of the id
     * @throws ProblemException for every other outcome
     */
    public static <T> T done(WriteOutcome<T> outcome, String idField) {
        return switch (outcome) {
            case WriteOutcome.Done<T>(T value, boolean isNew) -> value;
            case WriteOutcome.Missing<T>() -> throw ProblemException.notFound();
            case WriteOutcome.Exists<T>() ->
                throw new ProblemException(
                        FailureCode.CONFLICT,
                        "This " + idField + " exists already. Replace the resource with PUT, or choose another id.",
                        idField);
            case WriteOutcome.Stale<T>(long version) -> throw IfMatch.stale(version);
            case WriteOutcome.Refused<T>(WriteRefusal why) -> throw ProblemException.of(why);
        };
    }
}
