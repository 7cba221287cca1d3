/** Retention in steps, each in one transaction. */
@NullMarked
package dev.agenthost.context.retention.postgres;

import org.jspecify.annotations.NullMarked;
