/** Many runs at once: held open, sent at one moment, and the first word of each. */
@NullMarked
package dev.agenthost.bench.crowd;

import org.jspecify.annotations.NullMarked;
