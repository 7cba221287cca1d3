package dev.agenthost.context.knowledge.document;

import java.util.UUID;

/** Bytes that were taken in, and are nobody's yet. */
public record Content(UUID contentId, long size, String sha256) {}
