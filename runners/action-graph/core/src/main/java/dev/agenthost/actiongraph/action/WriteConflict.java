package dev.agenthost.actiongraph.action;

/**
 * Two actions that write one resource and do not depend on each other.
 *
 * @param resource name of the resource
 * @param earlier id of the action that comes first in the declaration
 * @param later id of the other one
 */
public record WriteConflict(String resource, String earlier, String later) {}
