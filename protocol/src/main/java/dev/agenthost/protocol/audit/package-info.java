/** Decisions that someone may ask about later. */
@NullMarked
package dev.agenthost.protocol.audit;

import org.jspecify.annotations.NullMarked;
