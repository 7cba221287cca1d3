/** Wiring of the audit. */
@NullMarked
package dev.agenthost.context.audit.cdi;

import org.jspecify.annotations.NullMarked;
