package dev.agenthost.binding.resolution;

import java.util.List;

/** The stored data of an event: the resolution, as its JSON, and the other events of its id. */
public record KnownResolution(byte[] resolution, boolean isPublished, List<EventConflict> conflicts) {}
