package dev.agenthost.context.artifact;

import dev.agenthost.protocol.error.FailureCode;

/** What became of bytes that came. */
public sealed interface UploadStep {
    /** They are kept. */
    record At(long offset) implements UploadStep {}

    /** They were the last ones, and the artifact is there. */
    record Finished() implements UploadStep {}

    /** They do not belong behind what is there: somebody else was faster, or the upload is gone. */
    record Elsewhere() implements UploadStep {}

    /** So many small pieces came that no more are taken but larger ones. */
    record TooSmall() implements UploadStep {}

    /** There were more than the upload is to have; those that it is to have but for the last part are kept. */
    record TooMuch() implements UploadStep {}

    /** All are there and are not what they were said to be: the upload is dropped. */
    record Unfit(FailureCode code, String field, String why) implements UploadStep {}

    /** The attempt is below its run's fence, or its run is not open: the upload is dropped. */
    record Fenced() implements UploadStep {}

    /** Another artifact of this run has the id that the runner chose: the upload is dropped. */
    record IdTaken() implements UploadStep {}
}
