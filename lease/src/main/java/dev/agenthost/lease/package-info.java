/** A replica's right to act for what it has claimed, on the database's clock. */
@NullMarked
package dev.agenthost.lease;

import org.jspecify.annotations.NullMarked;
