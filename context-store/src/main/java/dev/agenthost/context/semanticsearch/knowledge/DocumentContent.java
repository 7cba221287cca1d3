package dev.agenthost.context.semanticsearch.knowledge;

import java.util.UUID;

/** Bytes that were taken in, and are nobody's yet. */
public record DocumentContent(UUID contentId, long size, String sha256) {}
