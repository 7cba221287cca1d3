package dev.agenthost.binding.catalog;

import java.util.List;
import java.util.Map;

/**
 * The changes since a revision.
 *
 * @param revision the newest included one
 * @param workspaces each changed workspace, with all its current bindings
 */
public record BindingChange(long revision, Map<String, List<BindingCandidate>> workspaces) {}
