/** Reads the stream's settings. */
@NullMarked
package dev.agenthost.delivery.stream.cdi;

import org.jspecify.annotations.NullMarked;
