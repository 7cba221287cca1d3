package dev.agenthost.orchestrator.runner.ws;

import dev.agenthost.platform.rest.Problem;
import dev.agenthost.platform.rest.http.KeyProblems;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;

/** The HTTP responses to a plugin without a socket, equal to those of the REST resources. */
final class RefusedUpgrade {
    static final Problem WRONG_KEY = Problem.of(
            FailureCode.UNAUTHORIZED, "This runner key opens nothing: it is wrong, revoked, or a key of another role.");

    static final Problem TOO_MANY = Problem.of(
            FailureCode.RATE_LIMITED,
            "Too many connections without a key. Show the runner key in a header, or try again.");

    private RefusedUpgrade() {}

    static void tooMany(HttpServerResponse response) {
        answer(response.putHeader("Retry-After", "1"), TOO_MANY);
    }

    static void wrongKey(HttpServerResponse response) {
        answer(response.putHeader("WWW-Authenticate", "Bearer"), WRONG_KEY);
    }

    static void stillReading(HttpServerResponse response) {
        answer(response.putHeader("Retry-After", "1"), KeyProblems.STILL_READING);
    }

    /** Responds and closes the connection: a client that requested a socket has no other use for it. */
    private static void answer(HttpServerResponse response, Problem problem) {
        response.setStatusCode(problem.status())
                .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE)
                .putHeader("Cache-Control", "no-store")
                .putHeader(HttpHeaders.CONNECTION, "close")
                .end(Buffer.buffer(ProtocolCodec.encode(problem)));
    }
}
