/** How the parts are put together. */
@NullMarked
package dev.agenthost.orchestrator.wiring;

import org.jspecify.annotations.NullMarked;
