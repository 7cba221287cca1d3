/** Batches on their way into the database, timed. */
@NullMarked
package dev.agenthost.context.intake.metrics;

import org.jspecify.annotations.NullMarked;
