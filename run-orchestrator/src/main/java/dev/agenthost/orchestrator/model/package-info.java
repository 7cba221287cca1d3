/** Models: which a workspace has, and how they are asked. */
@NullMarked
package dev.agenthost.orchestrator.model;

import org.jspecify.annotations.NullMarked;
