package dev.agenthost.platform.rest.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import dev.agenthost.platform.rest.JsonProblems;
import dev.agenthost.platform.rest.Problem;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.TimeoutException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jboss.resteasy.reactive.server.spi.ServerRequestContext;

/** Maps every failure of a request to its problem body. */
public class ProblemMappers {

    private static final Logger LOG = Logger.getLogger(ProblemMappers.class);

    @ServerExceptionMapper
    public Response refused(ProblemException refusal) {
        Response.ResponseBuilder response = ProblemResponse.builder(refusal.problem());
        Duration retryAfter = refusal.retryAfter();
        return (retryAfter == null
                        ? response
                        : response.header(HttpHeaders.RETRY_AFTER, Math.max(1, retryAfter.toSeconds())))
                .build();
    }

    @ServerExceptionMapper
    public Response undecodable(UndecodableException fault) {
        return ProblemResponse.of(JsonProblems.invalid("", fault.field(), fault.why()));
    }

    @ServerExceptionMapper
    public Response invalid(InvalidFieldException fault) {
        return ProblemResponse.of(JsonProblems.invalid("", fault.field(), fault.why()));
    }

    /** Replaces Quarkus' own mapper, of lower priority, which responds without a body. */
    @ServerExceptionMapper(priority = 1)
    public Response mismatched(MismatchedInputException fault) {
        return ProblemResponse.of(JsonProblems.problem(fault));
    }

    @ServerExceptionMapper
    public Response notJson(JsonProcessingException fault) {
        return ProblemResponse.of(JsonProblems.problem(fault));
    }

    /** Maps refusals of JAX-RS: no such path, method, media type; and JSON that is not well-formed, as its cause. */
    @ServerExceptionMapper
    public Response web(WebApplicationException fault, ServerRequestContext request) {
        if (fault.getCause() instanceof JsonProcessingException json) {
            return ProblemResponse.of(JsonProblems.problem(json));
        }
        Response value = fault.getResponse();
        if (value.getStatus() < 400) {
            return value;
        }
        if (value.getStatus() >= 500) {
            return failed(fault);
        }
        if (Problem.MEDIA_TYPE.equals(value.getHeaderString(HttpHeaders.CONTENT_TYPE))) {
            return value;
        }
        return switch (value.getStatus()) {
            case 405 ->
                ProblemResponse.builder(HttpProblems.of(405))
                        .header(HttpHeaders.ALLOW, String.join(", ", PathMethods.of(request)))
                        .build();
            case 415 -> {
                List<String> taken = PathMethods.consumed(request);
                yield taken.isEmpty()
                        ? ProblemResponse.of(HttpProblems.of(415))
                        : ProblemResponse.builder(HttpProblems.unsupportedType(String.join(" or ", taken)))
                                .header(HttpHeaders.ACCEPT, String.join(", ", taken))
                                .build();
            }
            default -> ProblemResponse.of(HttpProblems.of(value.getStatus()));
        };
    }

    /**
     * Maps an incomplete body. This is no fault of this process, so it is not logged. A closed connection gets no response, which would
     * fail.
     */
    @ServerExceptionMapper
    public Response unfinished(IncompleteBodyException fault) {
        return fault.isConnectionClosed()
                ? Response.status(Response.Status.REQUEST_TIMEOUT).build()
                : ProblemResponse.of(HttpProblems.slow());
    }

    /** Maps a wait for a dependency, such as the database, that exceeded its limit. The same request can succeed later. */
    @ServerExceptionMapper
    public Response timedOut(TimeoutException fault) {
        LOG.warn("request ended: a dependency did not answer in time", fault);
        return refused(new ProblemException(HttpProblems.dependencySlow(), Duration.ofSeconds(1)));
    }

    /** Maps a bug or a failed dependency: the log has the details under a reference, the caller gets the reference. */
    @ServerExceptionMapper
    public Response failed(Throwable fault) {
        String reference = UUID.randomUUID().toString();
        LOG.errorf(fault, "request failed, reference %s", reference);
        return ProblemResponse.of(Problem.of(
                FailureCode.RUNTIME_ERROR, "The request failed. Its reference in the log is " + reference + ".", null));
    }
}
