package dev.agenthost.delivery.surface.calls;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The claim of a part whose calls may have files.
 *
 * @param reader of the artifacts of the part
 */
public record FileClaim(SendRepository sends, ClaimedSend claimed, ArtifactOwner reader) {
    /** Returns the claim of a part. */
    public static FileClaim of(SendRepository sends, ClaimedSend claimed, OutboundReply part) {
        return new FileClaim(
                sends,
                claimed,
                new ArtifactOwner(
                        part.workspaceId(), part.runId(), part.botId(), part.conversationId(), part.threadId()));
    }

    /** Makes the calls of a file after it has prolonged the claim, because they may take longer than others. @param limit for them */
    public Uni<CallOutcome> make(Duration limit, Supplier<Uni<CallOutcome>> calls) {
        return sends.prolong(claimed, limit)
                .chain(isHeld ->
                        isHeld ? calls.get() : Uni.createFrom().item(new CallOutcome.NotSent("the claim ended", true)));
    }
}
