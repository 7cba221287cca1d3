package dev.agenthost.context.upload;

import dev.agenthost.protocol.failure.FailureCode;

/** What somebody wants to upload, judged before anything is kept. */
public sealed interface UploadJudged {
    record Fit(NewUpload upload) implements UploadJudged {}

    /** @param why follows the field's name; quotes nothing of what came */
    record Unfit(FailureCode code, String field, String why) implements UploadJudged {}
}
