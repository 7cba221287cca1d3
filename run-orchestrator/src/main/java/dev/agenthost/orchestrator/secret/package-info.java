/** That nobody to whom a secret was shown repeats it. */
@NullMarked
package dev.agenthost.orchestrator.secret;

import org.jspecify.annotations.NullMarked;
