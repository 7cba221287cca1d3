package dev.agenthost.context.common.http;

import dev.agenthost.context.common.StoredText;
import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestBodyReader;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunId;
import org.jspecify.annotations.Nullable;

/** Checks calls on behalf of a run; each breach is a 400 that names the field. Also makes the refusal of a fenced attempt. */
public final class RunRequestValidation {
    private RunRequestValidation() {}

    public static <T> T required(@Nullable T value, String field) {
        if (value == null) {
            throw RequestBodyReader.invalid(field, "is missing");
        }
        return value;
    }

    public static String fitting(String text, String field) {
        if (!StoredText.fits(text)) {
            throw RequestBodyReader.invalid(field, StoredText.WHY);
        }
        return text;
    }

    public static WriteClaim claim(String workspaceId, RunId runId, int attempt, @Nullable String operationId) {
        String operation = fitting(required(operationId, "operation_id"), "operation_id");
        return new WriteClaim(workspaceId, runId.value(), attempt, operation);
    }

    /** The attempt is below the run's fence. */
    public static ProblemException fenced() {
        return new ProblemException(
                FailureCode.CONFLICT, "A later attempt of this run began, or it is over.", "attempt");
    }
}
