package dev.agenthost.delivery.surface;

import dev.agenthost.delivery.send.Destination;
import dev.agenthost.protocol.delivery.OutboundDelta;
import dev.agenthost.protocol.id.RunId;
import io.smallrye.mutiny.Uni;

/** Shows deltas of unfinished answers in the chats of bots. The whole text so far is shown, so a skipped delta has no effect. */
public interface PreviewProducer {

    /** Adds a delta. Completes soon and never fails: false if the further deltas of the part are not needed. */
    Uni<Boolean> publish(Destination.Bot to, String conversationKey, OutboundDelta delta);

    /** Ends the preview of a run: its part is complete, and is sent. Never blocks. */
    void ended(RunId runId);
}
