/**
 * The registry of executors and the choice among them. The registry states type, capabilities, availability, cost and effects; a model only
 * asks.
 */
@NullMarked
package dev.agenthost.actiongraph.executor;

import org.jspecify.annotations.NullMarked;
