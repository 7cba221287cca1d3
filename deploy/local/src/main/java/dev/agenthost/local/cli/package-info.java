/** The commands of {@code ./agenthost}. */
@NullMarked
package dev.agenthost.local.cli;

import org.jspecify.annotations.NullMarked;
