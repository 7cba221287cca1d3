package dev.agenthost.binding.resolution;

import dev.agenthost.protocol.id.EventId;

/** Which resolution: an event has one, and one more for each time that it is deliberately run again. */
public record ResolutionKey(String workspaceId, EventId eventId, int rerun) {}
