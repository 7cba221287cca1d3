package dev.agenthost.orchestrator.result;

import dev.agenthost.protocol.hostapi.ArtifactMetadata;

/** What became of the bytes of a part. */
public sealed interface PartOutcome {
    /** They are an artifact; the part names it from then on. */
    record Kept(ArtifactMetadata artifact) implements PartOutcome {}

    /**
     * They may not be kept, and go no further either.
     *
     * @param code of the refusal
     */
    record Withheld(String code) implements PartOutcome {}

    /** Nobody could be asked: the part goes on as the runner said it. */
    record Unasked() implements PartOutcome {}

    /** The run is another's. */
    record Superseded() implements PartOutcome {}
}
