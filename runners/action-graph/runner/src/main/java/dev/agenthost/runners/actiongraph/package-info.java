/**
 * The runner {@code plugin:agenthost/action-graph/default}: its process, its configuration, and the run of one event.
 */
@NullMarked
package dev.agenthost.runners.actiongraph;

import org.jspecify.annotations.NullMarked;
