package dev.agenthost.context.artifact;

import dev.agenthost.protocol.error.FailureCode;

/** What somebody wants to upload, judged before anything is kept. */
public sealed interface UploadValidation {
    record Fit(NewUpload upload) implements UploadValidation {}

    /** @param why follows the field's name; quotes nothing of what came */
    record Unfit(FailureCode code, String field, String why) implements UploadValidation {}
}
