/** Wires the audit of changes and reads. */
@NullMarked
package dev.agenthost.context.change.cdi;

import org.jspecify.annotations.NullMarked;
