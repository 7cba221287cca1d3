package dev.agenthost.context.semanticsearch.knowledge;

import java.util.UUID;

/** Stored bytes without a document yet. */
public record DocumentContent(UUID contentId, long size, String sha256) {}
