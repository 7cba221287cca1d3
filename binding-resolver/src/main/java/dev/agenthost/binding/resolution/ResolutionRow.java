package dev.agenthost.binding.resolution;

import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.protocol.run.Resolution;
import java.time.Instant;

/**
 * A resolution to store: every publication of it has the same bytes.
 *
 * @param fingerprint of the caller's data; distinguishes a repetition from another event of the same id
 * @param keepUntil time until which the id must be stored
 */
public record ResolutionRow(Resolution resolution, String fingerprint, Instant keepUntil, OutboundRecord record) {
    /** Returns the unique key. */
    public ResolutionKey key() {
        return new ResolutionKey(
                resolution.event().workspaceId(), resolution.event().eventId(), resolution.rerun());
    }
}
