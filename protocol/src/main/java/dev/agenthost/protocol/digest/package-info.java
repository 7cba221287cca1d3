/** What tells bytes from others. */
@NullMarked
package dev.agenthost.protocol.digest;

import org.jspecify.annotations.NullMarked;
