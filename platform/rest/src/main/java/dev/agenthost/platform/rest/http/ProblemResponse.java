package dev.agenthost.platform.rest.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.agenthost.platform.rest.Problem;
import dev.agenthost.protocol.json.ProtocolCodec;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;

/** Turns a problem into bytes and a response, for every mapper and for failures before JAX-RS. */
final class ProblemResponse {

    private ProblemResponse() {}

    static Response of(Problem problem) {
        return builder(problem).build();
    }

    static Response.ResponseBuilder builder(Problem problem) {
        Response.ResponseBuilder response = Response.status(problem.status())
                .type(Problem.MEDIA_TYPE)
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .entity(body(problem));
        return problem.status() == 401 ? response.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer") : response;
    }

    /** Returns the body as a text, so that no service's JSON settings can change it. */
    static String body(Problem problem) {
        try {
            return ProtocolCodec.mapper().writeValueAsString(problem);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a problem is always JSON", e);
        }
    }
}
