package dev.agenthost.platform.rest;

import dev.agenthost.protocol.error.FailureCode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Ends an HTTP request with a problem body. For resources and filters only: a decision returns a sealed value instead. */
public class ProblemException extends RuntimeException {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final transient Problem problem;
    private final transient @Nullable Duration retryAfter;

    /** Creates a refusal with the code's own status. */
    public ProblemException(FailureCode code, String detail, @Nullable String field) {
        this(Problem.of(code, detail, field), null);
    }

    /** Creates a refusal without a field. */
    public ProblemException(FailureCode code, String detail) {
        this(code, detail, null);
    }

    /**
     * @param problem the body of the response
     * @param retryAfter the delay before another try, sent as {@code Retry-After} in seconds; null sends none
     */
    public ProblemException(Problem problem, @Nullable Duration retryAfter) {
        super(problem.status() + " " + problem.code() + ": " + problem.detail());
        this.problem = problem;
        this.retryAfter = retryAfter;
    }

    /** Returns the response for an object that never existed, was deleted, or belongs to another workspace. */
    public static ProblemException notFound() {
        return new ProblemException(
                FailureCode.NOT_FOUND, "The resource does not exist or is not visible to this key.");
    }

    /** Returns the response while something that the request needs is unavailable: 503, to be repeated after 2 seconds. */
    public static ProblemException unavailable(String detail) {
        return new ProblemException(Problem.withStatus(503, FailureCode.RUNTIME_ERROR, detail, null), RETRY_AFTER);
    }

    /** Returns the response to a change that a rule of its kind forbids. */
    public static ProblemException of(WriteRefusal why) {
        return new ProblemException(why.code(), why.detail(), why.field());
    }

    public Problem problem() {
        return problem;
    }

    public @Nullable Duration retryAfter() {
        return retryAfter;
    }
}
