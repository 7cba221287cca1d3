package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.condition.Loop;
import org.jspecify.annotations.Nullable;

/**
 * The iteration for which values are resolved.
 *
 * @param loop the loop of the action; null if it has none
 * @param index number of the iteration, from 0
 */
record LoopPosition(@Nullable Loop loop, int index) {}
