package dev.agenthost.orchestrator.result;

import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.StateUpdated;

/** What a result changes before it is published. */
public sealed interface Effect {
    /** The result that asks for it. */
    ResultPayload asked();

    record SetState(StateUpdated asked) implements Effect {}

    /** Keeps an artifact's bytes, or finds the one that it names; what is published is made of what is kept. */
    record KeepArtifact(ArtifactCreated asked) implements Effect {}

    /** Keeps the bytes that stand in parts of a message, which goes on whatever becomes of them. */
    record KeepParts(MessageCompleted asked) implements Effect {}
}
