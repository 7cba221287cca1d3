package dev.agenthost.delivery.surface.preview;

import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.platform.lease.LeaseKeeper;
import dev.agenthost.protocol.delivery.OutboundDelta;

/** The previews that are messages, recorded in the database for all replicas. */
public record RecordedPreviews(PreviewRepository previews, LeaseKeeper lease) {

    /** Returns the preview of a part. */
    public <T> Preview<T> of(OutboundDelta part, MessageCalls<T> calls) {
        return new RecordedPreview<>(calls, previews, lease, key(part));
    }

    /** Returns the key of the part's send. */
    public static SendKey key(OutboundDelta part) {
        return new SendKey(part.workspaceId(), part.runId(), part.part());
    }
}
