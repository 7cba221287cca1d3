/** Results to their topic. */
@NullMarked
package dev.agenthost.orchestrator.publish.kafka;

import org.jspecify.annotations.NullMarked;
