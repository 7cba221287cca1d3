/** The audit out of the event log. */
@NullMarked
package dev.agenthost.context.audit.postgres;

import org.jspecify.annotations.NullMarked;
