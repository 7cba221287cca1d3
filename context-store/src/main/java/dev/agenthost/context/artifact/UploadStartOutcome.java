package dev.agenthost.context.artifact;

/** Outcome of a request to begin an upload. */
public sealed interface UploadStartOutcome {
    record Started() implements UploadStartOutcome {}

    /** The attempt is below its run's fence, or its run is not open. */
    record Fenced() implements UploadStartOutcome {}

    /** The workspace has reached its number of unfinished uploads. */
    record TooMany() implements UploadStartOutcome {}

    /** Runs of the workspace have exceeded the rate of bytes that they may begin to upload. */
    record RateExceeded() implements UploadStartOutcome {}

    /** The workspace's quota has no room for the bytes. */
    record Full() implements UploadStartOutcome {}

    /** The database cannot store the metadata. */
    record Invalid() implements UploadStartOutcome {}
}
