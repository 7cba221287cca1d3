/** All that can go wrong, once. */
@NullMarked
package dev.agenthost.protocol.failure;

import org.jspecify.annotations.NullMarked;
