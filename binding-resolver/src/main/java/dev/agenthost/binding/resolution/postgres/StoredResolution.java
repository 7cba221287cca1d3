package dev.agenthost.binding.resolution.postgres;

import dev.agenthost.binding.publication.OutboundRecord;

/** A previously stored row. */
record StoredResolution(String fingerprint, boolean isPublished, OutboundRecord record) {}
