/** Runs while their runners may call the host, each known by its connection and the id that its runner was told. */
@NullMarked
package dev.agenthost.orchestrator.session;

import org.jspecify.annotations.NullMarked;
