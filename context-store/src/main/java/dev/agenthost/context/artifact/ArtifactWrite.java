package dev.agenthost.context.artifact;

import dev.agenthost.protocol.hostapi.ArtifactMetadata;

/** Outcome of storing an artifact. */
public sealed interface ArtifactWrite {
    record Stored(ArtifactMetadata artifact) implements ArtifactWrite {}

    /** The attempt is below its run's fence, or its run is not open. */
    record Fenced() implements ArtifactWrite {}

    /** Another artifact of this run has the id that the runner chose. */
    record IdConflict() implements ArtifactWrite {}

    /** The write repeats one whose artifact has expired since. */
    record Expired() implements ArtifactWrite {}

    /** The workspace's quota has no room for the bytes. Nothing was stored, and the operation may be repeated. */
    record Full() implements ArtifactWrite {}

    /** The database cannot store the metadata, for instance a number beyond all limits. */
    record Invalid() implements ArtifactWrite {}
}
