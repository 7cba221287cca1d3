package dev.agenthost.delivery.surface;

import dev.agenthost.protocol.id.RunId;

/** Shows deltas of unfinished answers in the chats of bots. The whole text so far is shown, so a skipped delta has no effect. */
public interface PreviewProducer extends DeltaProducer {
    /** Ends the preview of a run: its part is complete, and is sent. Never blocks. */
    void ended(RunId runId);
}
