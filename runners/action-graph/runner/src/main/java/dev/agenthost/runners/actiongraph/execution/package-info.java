/** The execution of a graph: threads, timers and calls of the host around the state machine of the library. */
@NullMarked
package dev.agenthost.runners.actiongraph.execution;

import org.jspecify.annotations.NullMarked;
