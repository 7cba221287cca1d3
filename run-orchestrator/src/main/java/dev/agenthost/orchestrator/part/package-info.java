/** Parts of messages that hold bytes. */
@NullMarked
package dev.agenthost.orchestrator.part;

import org.jspecify.annotations.NullMarked;
