package dev.agenthost.context.eventlog;

import com.fasterxml.jackson.databind.node.ArrayNode;

/**
 * Artifacts of a run that no earlier message of the run has.
 *
 * @param refs a list of references
 * @param alone true if no message has them: they form an entry of their own
 */
public record ArtifactAttachment(ArrayNode refs, boolean alone) {}
