/** The turns of a model: its request, the reading of its output, and the observation of the next request. */
@NullMarked
package dev.agenthost.runners.actiongraph.turn;

import org.jspecify.annotations.NullMarked;
