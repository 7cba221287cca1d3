package dev.agenthost.context.artifact;

import dev.agenthost.protocol.error.FailureCode;

/** Result of checking a request to upload, before anything is stored. */
public sealed interface UploadValidation {
    record Valid(NewUpload upload) implements UploadValidation {}

    /** @param why follows the field's name; quotes nothing of the input */
    record Invalid(FailureCode code, String field, String why) implements UploadValidation {}
}
