/** The outbox of the audit. */
@NullMarked
package dev.agenthost.context.change.postgres;

import org.jspecify.annotations.NullMarked;
