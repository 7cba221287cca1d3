/** Deterministic identifiers. */
@NullMarked
package dev.agenthost.protocol.id;

import org.jspecify.annotations.NullMarked;
