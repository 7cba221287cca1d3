package dev.agenthost.context.eventlog;

import com.fasterxml.jackson.databind.node.ArrayNode;

/**
 * What a run made that nothing said before goes with.
 *
 * @param refs a list of references
 * @param alone whether no message goes with it: an entry of its own
 */
public record ArtifactAttachment(ArrayNode refs, boolean alone) {}
