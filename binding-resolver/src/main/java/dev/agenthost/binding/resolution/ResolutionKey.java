package dev.agenthost.binding.resolution;

import dev.agenthost.protocol.id.EventId;

/** The key of a resolution: an event has one, and one more for each deliberate rerun. */
public record ResolutionKey(String workspaceId, EventId eventId, int rerun) {}
