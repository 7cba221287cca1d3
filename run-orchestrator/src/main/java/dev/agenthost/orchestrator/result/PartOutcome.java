package dev.agenthost.orchestrator.result;

import dev.agenthost.protocol.hostapi.ArtifactMetadata;

/** The outcome for the bytes of a part. */
public sealed interface PartOutcome {
    /** The bytes are an artifact, which the part names from then on. */
    record Stored(ArtifactMetadata artifact) implements PartOutcome {}

    /**
     * The bytes may not be stored, and are not published.
     *
     * @param code of the refusal
     */
    record Withheld(String code) implements PartOutcome {}

    /** context-store was unreachable: the part is published as the runner sent it. */
    record Unasked() implements PartOutcome {}

    /** Another attempt has the run. */
    record Superseded() implements PartOutcome {}
}
