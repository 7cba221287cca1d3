package dev.agenthost.context.artifact.http;

import dev.agenthost.context.artifact.NewUpload;
import dev.agenthost.context.artifact.UploadReceiver;
import dev.agenthost.context.artifact.UploadRequest;
import dev.agenthost.context.artifact.UploadRules;
import dev.agenthost.context.artifact.UploadStep;
import dev.agenthost.context.artifact.UploadValidation;
import dev.agenthost.context.artifact.Uploader;
import dev.agenthost.platform.rest.Problem;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;

/**
 * The steps of an upload that every entrance of uploads has, with their refusals.
 *
 * @param retryAfter the pause that a client is asked for
 */
record UploadSteps(UploadRules rules, UploadReceiver receiver, Duration retryAfter) {
    /** Receives bytes of one upload. */
    @FunctionalInterface
    interface Reception {
        UploadStep receive() throws IOException;
    }

    /** @throws ProblemException if the request breaks a rule of uploads */
    NewUpload validated(Uploader uploader, UploadRequest request, UUID uploadId) {
        return switch (rules.validate(uploader, request, uploadId)) {
            case UploadValidation.Valid valid -> valid.upload();
            case UploadValidation.Invalid(FailureCode code, String field, String why) ->
                throw new ProblemException(code, field + " " + why + ".", field);
        };
    }

    /** The refusal of a workspace that has the most uploads open. */
    ProblemException tooMany() {
        return new ProblemException(
                Problem.of(FailureCode.RATE_LIMITED, "Too many uploads of this workspace are open."), retryAfter);
    }

    /**
     * Receives bytes within the capacity of this replica.
     *
     * @throws ProblemException if there is no capacity
     * @throws IOException if the connection ends before the bytes do
     */
    UploadStep receive(String workspaceId, Reception reception) throws IOException {
        if (!receiver.enter(workspaceId)) {
            throw new ProblemException(
                    Problem.of(
                            FailureCode.HOST_OVERLOADED,
                            "This replica receives the maximum of concurrent uploads. Try again."),
                    retryAfter);
        }
        try {
            return reception.receive();
        } finally {
            receiver.leave(workspaceId);
        }
    }
}
