package dev.agenthost.binding.resolution.postgres;

import dev.agenthost.binding.publication.OutboundRecord;

/** A row that was there before. */
record StoredResolution(String fingerprint, boolean isPublished, OutboundRecord record) {}
