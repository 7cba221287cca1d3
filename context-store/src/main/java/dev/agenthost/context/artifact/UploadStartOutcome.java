package dev.agenthost.context.artifact;

/** What became of an upload that was to begin. */
public sealed interface UploadStartOutcome {
    record Begun() implements UploadStartOutcome {}

    /** The attempt is below its run's fence, or its run is not open. */
    record Fenced() implements UploadStartOutcome {}

    /** As many are open in the workspace as may be. */
    record TooMany() implements UploadStartOutcome {}

    /** Runs of the workspace have begun to upload more of late than they may. */
    record TooFast() implements UploadStartOutcome {}

    /** The workspace has no room for so much. */
    record Full() implements UploadStartOutcome {}

    /** Metadata that the database cannot hold. */
    record Unfit() implements UploadStartOutcome {}
}
