/** The runner that says it back. */
@NullMarked
package dev.agenthost.runners.echo;

import org.jspecify.annotations.NullMarked;
