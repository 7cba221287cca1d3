/** What platforms answered. */
@NullMarked
package dev.agenthost.protocol.delivery;

import org.jspecify.annotations.NullMarked;
