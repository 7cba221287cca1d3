/** The four topics, and the dead letters. */
@NullMarked
package dev.agenthost.context.intake.kafka;

import org.jspecify.annotations.NullMarked;
