package dev.agenthost.orchestrator.result;

import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.protocol.result.InteractionWithdrawal;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.StateUpdated;
import dev.agenthost.protocol.result.UiProjection;

/** A change that a result makes before it is published. */
public sealed interface Effect {
    /** The result that asks for the change. */
    ResultPayload asked();

    record SetState(StateUpdated asked) implements Effect {}

    /** Stores an artifact's bytes, or finds the one that it names; the published result is made of the stored artifact. */
    record KeepArtifact(ArtifactCreated asked) implements Effect {}

    /** Stores a question to a person, with its token. */
    record Ask(ActionRequested asked, InteractionRequest request) implements Effect {}

    /** Closes a question that has no response. */
    record Withdraw(ActionRequested asked, InteractionWithdrawal withdrawal) implements Effect {}

    /** Stores the view of a graph of actions, instead of the one before it. */
    record KeepProjection(ActionRequested asked, UiProjection projection) implements Effect {}

    /** Stores the bytes in parts of a message, which is published even if that fails. */
    record KeepParts(MessageCompleted asked) implements Effect {}
}
