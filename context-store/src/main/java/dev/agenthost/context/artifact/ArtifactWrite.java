package dev.agenthost.context.artifact;

import dev.agenthost.protocol.hostapi.ArtifactMetadata;

/** What became of an artifact that was to be kept. */
public sealed interface ArtifactWrite {
    record Kept(ArtifactMetadata artifact) implements ArtifactWrite {}

    /** The attempt is below its run's fence, or its run is not open. */
    record Fenced() implements ArtifactWrite {}

    /** Another artifact of this run has the id that the runner chose. */
    record IdTaken() implements ArtifactWrite {}

    /** A repetition of what has expired since. */
    record Expired() implements ArtifactWrite {}

    /** The workspace has no room for so much. Nothing was kept, and the operation may be tried again. */
    record Full() implements ArtifactWrite {}

    /** Metadata that the database cannot hold, for instance a number beyond all limits. */
    record Unfit() implements ArtifactWrite {}
}
