/** Records of runners. */
@NullMarked
package dev.agenthost.orchestrator.roster.kafka;

import org.jspecify.annotations.NullMarked;
