/**
 * The state machine of a graph: an input gives the next state and its effects. It decides about order, conditions, loops, approvals,
 * conflicting writes, budgets, failures, cancellation and recovery, without I/O and without a clock.
 */
@NullMarked
package dev.agenthost.actiongraph.graph;

import org.jspecify.annotations.NullMarked;
