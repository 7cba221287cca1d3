package dev.agenthost.platform.rest.http;

import dev.agenthost.platform.rest.EntityTag;
import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.platform.rest.Problem;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import org.jspecify.annotations.Nullable;

/** Reads {@code If-Match}, and creates the responses to a missing, invalid or outdated one. */
public final class IfMatch {
    private IfMatch() {}

    /** Returns the expected version of a replacement, which must name one. */
    public static ExpectedVersion required(@Nullable String ifMatch) {
        if (ifMatch == null) {
            throw new ProblemException(
                    Problem.withStatus(
                            428,
                            FailureCode.PRECONDITION_FAILED,
                            "If-Match is required: send the ETag of the version that you read, or * to replace any version.",
                            null),
                    null);
        }
        return EntityTag.parse(ifMatch)
                .orElseThrow(() -> new ProblemException(
                        FailureCode.PRECONDITION_FAILED, "If-Match must be an ETag of this resource or *."));
    }

    /** Returns the expected version of a deletion, which may omit it. */
    public static ExpectedVersion optional(@Nullable String ifMatch) {
        return ifMatch == null ? new ExpectedVersion.Any() : required(ifMatch);
    }

    /** Returns the response to an outdated version. */
    public static ProblemException stale(long version) {
        return new ProblemException(
                FailureCode.PRECONDITION_FAILED,
                "The resource was changed; its ETag is " + EntityTag.of(version) + ". Read it again.");
    }
}
