/** Rebuilds in steps, each in one transaction. */
@NullMarked
package dev.agenthost.context.rebuild.postgres;

import org.jspecify.annotations.NullMarked;
