package dev.agenthost.context.artifact;

import dev.agenthost.protocol.error.FailureCode;

/** Outcome of the bytes of one request. */
public sealed interface UploadStep {
    /** The bytes are stored. */
    record At(long offset) implements UploadStep {}

    /** They were the last bytes, and the artifact exists. */
    record Finished() implements UploadStep {}

    /** The offset is not the end of the stored bytes: another request was faster, or the upload does not exist. */
    record OffsetMismatch() implements UploadStep {}

    /** Too many small pieces came; only larger ones are accepted now. */
    record TooSmall() implements UploadStep {}

    /** There were more bytes than the upload's length; those within it are stored, except the last piece. */
    record LengthExceeded() implements UploadStep {}

    /** All bytes are there and do not match the declaration: the upload is deleted. */
    record Invalid(FailureCode code, String field, String why) implements UploadStep {}

    /** The attempt is below its run's fence, or its run is not open: the upload is deleted. */
    record Fenced() implements UploadStep {}

    /** Another artifact of this run has the id that the runner chose: the upload is deleted. */
    record IdConflict() implements UploadStep {}
}
