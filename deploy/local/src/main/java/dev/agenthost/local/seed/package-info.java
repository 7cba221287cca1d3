/** The demo agent and binding that are there from the start. */
@NullMarked
package dev.agenthost.local.seed;

import org.jspecify.annotations.NullMarked;
