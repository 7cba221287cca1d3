/** A run's configuration as its runner gets it. */
@NullMarked
package dev.agenthost.orchestrator.configuration;

import org.jspecify.annotations.NullMarked;
