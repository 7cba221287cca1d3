/** The executors of a run: what the host grants and what the configuration states about it. */
@NullMarked
package dev.agenthost.runners.actiongraph.registry;

import org.jspecify.annotations.NullMarked;
