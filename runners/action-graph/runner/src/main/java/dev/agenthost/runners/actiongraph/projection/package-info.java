/** The view of a graph for people, published while it is executed. */
@NullMarked
package dev.agenthost.runners.actiongraph.projection;

import org.jspecify.annotations.NullMarked;
