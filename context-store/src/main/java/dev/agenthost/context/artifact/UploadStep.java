package dev.agenthost.context.artifact;

import dev.agenthost.protocol.error.FailureCode;

/** Outcome of the bytes of one request. */
public sealed interface UploadStep {
    /** The bytes are stored. */
    record At(long offset) implements UploadStep {}

    /** The upload is complete, and its artifact exists. */
    record Finished() implements UploadStep {}

    /** The offset is not the end of the stored bytes: another request was faster, or the upload does not exist. */
    record OffsetMismatch() implements UploadStep {}

    /** The upload has too many small pieces; it accepts only larger ones now. */
    record TooSmall() implements UploadStep {}

    /** The request had more bytes than the upload's length; the bytes within it are stored, except the last piece. */
    record LengthExceeded() implements UploadStep {}

    /** All bytes are stored and contradict the declaration: the upload is deleted. */
    record Invalid(FailureCode code, String field, String why) implements UploadStep {}

    /** The attempt is below its run's fence, or its run is not open: the upload is deleted. */
    record Fenced() implements UploadStep {}

    /** Another artifact of this run has the id that the runner chose: the upload is deleted. */
    record IdConflict() implements UploadStep {}
}
