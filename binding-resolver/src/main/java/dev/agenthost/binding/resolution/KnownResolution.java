package dev.agenthost.binding.resolution;

import java.util.List;

/** What is known of an event: the stored resolution, as its JSON, and what else came under its id. */
public record KnownResolution(byte[] resolution, boolean isPublished, List<EventConflict> conflicts) {}
