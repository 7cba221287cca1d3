package dev.agenthost.context.upload;

/** What became of an upload that was to begin. */
public sealed interface UploadBegin {
    record Begun() implements UploadBegin {}

    /** The attempt is below its run's fence, or its run is not open. */
    record Fenced() implements UploadBegin {}

    /** As many are open in the workspace as may be. */
    record TooMany() implements UploadBegin {}

    /** Runs of the workspace have begun to upload more of late than they may. */
    record TooFast() implements UploadBegin {}

    /** The workspace has no room for so much. */
    record Full() implements UploadBegin {}

    /** Metadata that the database cannot hold. */
    record Unfit() implements UploadBegin {}
}
