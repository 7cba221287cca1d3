package dev.agenthost.binding.catalog;

import java.util.List;
import java.util.Map;

/**
 * What changed since a revision.
 *
 * @param revision the newest that is in it
 * @param workspaces each workspace in which something changed, with all that is bound there now
 */
public record BindingChange(long revision, Map<String, List<BindingCandidate>> workspaces) {}
