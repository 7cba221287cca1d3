/** Batches, each in one transaction. */
@NullMarked
package dev.agenthost.context.intake.postgres;

import org.jspecify.annotations.NullMarked;
