/** Which code the processor's time goes into, as the JVMs of the box record it themselves. */
@NullMarked
package dev.agenthost.bench.profile;

import org.jspecify.annotations.NullMarked;
