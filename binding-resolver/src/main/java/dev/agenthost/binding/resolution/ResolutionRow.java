package dev.agenthost.binding.resolution;

import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.protocol.run.Resolution;
import java.time.Instant;

/**
 * A resolution as it is kept: whoever publishes it, and however often, publishes these bytes.
 *
 * @param fingerprint of what the caller said; tells a repetition from another event under the same id
 * @param keepUntil until when the id must be remembered
 */
public record ResolutionRow(Resolution resolution, String fingerprint, Instant keepUntil, OutboundRecord record) {
    /** What makes it unique. */
    public ResolutionKey key() {
        return new ResolutionKey(
                resolution.event().workspaceId(), resolution.event().eventId(), resolution.rerun());
    }
}
