/** The plugin processes that are connected: who they are, what they offer, how much they take. */
@NullMarked
package dev.agenthost.orchestrator.runner;

import org.jspecify.annotations.NullMarked;
