/** The models of a workspace: what is written of them, and what may be. */
@NullMarked
package dev.agenthost.orchestrator.model.catalogue;

import org.jspecify.annotations.NullMarked;
