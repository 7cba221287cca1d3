/** Tokens, counted by JTokkit. */
@NullMarked
package dev.agenthost.orchestrator.model.jtokkit;

import org.jspecify.annotations.NullMarked;
