/** An orderly end of a replica: what runs goes on for a while, and nobody has to wait for it to be missed. */
@NullMarked
package dev.agenthost.orchestrator.stop;

import org.jspecify.annotations.NullMarked;
