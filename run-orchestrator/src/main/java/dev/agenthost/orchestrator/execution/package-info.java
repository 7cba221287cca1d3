/** A claimed run on a connected runner. */
@NullMarked
package dev.agenthost.orchestrator.execution;

import org.jspecify.annotations.NullMarked;
