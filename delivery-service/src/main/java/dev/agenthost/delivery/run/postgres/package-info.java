/** Keeps delivery.runs. */
@NullMarked
package dev.agenthost.delivery.run.postgres;

import org.jspecify.annotations.NullMarked;
