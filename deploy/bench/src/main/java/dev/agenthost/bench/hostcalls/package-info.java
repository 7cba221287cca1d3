/** What the host adds to a call of a runner. */
@NullMarked
package dev.agenthost.bench.hostcalls;

import org.jspecify.annotations.NullMarked;
