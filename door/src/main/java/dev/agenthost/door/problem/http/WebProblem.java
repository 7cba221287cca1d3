package dev.agenthost.door.problem.http;

import dev.agenthost.door.problem.Problem;
import dev.agenthost.protocol.failure.FailureCode;

/** Words for the statuses that the web layer itself answers with. */
final class WebProblem {

    static final int TOO_LARGE = 413;

    private WebProblem() {}

    static Problem of(int status) {
        return switch (status) {
            case 401 -> Problem.of(FailureCode.UNAUTHORIZED, "A key is needed.");
            case 403, 404 -> Problem.of(FailureCode.NOT_FOUND, "There is no such thing here.");
            case 405 -> invalid(status, "This path does not take this method.");
            case 406 -> invalid(status, "None of the media types in Accept can be given.");
            case TOO_LARGE -> Problem.of(FailureCode.PAYLOAD_TOO_LARGE, "The body is larger than this service takes.");
            case 415 -> Problem.of(FailureCode.UNSUPPORTED_MEDIA_TYPE, "This path does not take this Content-Type.");
            default -> invalid(status, "The request cannot be understood.");
        };
    }

    private static Problem invalid(int status, String detail) {
        return Problem.withStatus(status, FailureCode.INVALID_ARGUMENT, detail, null);
    }
}
