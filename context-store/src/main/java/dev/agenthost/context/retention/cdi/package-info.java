/** Settings of retention, what stands behind all that forgets, hands out and makes again, and the loops that do it. */
@NullMarked
package dev.agenthost.context.retention.cdi;

import org.jspecify.annotations.NullMarked;
