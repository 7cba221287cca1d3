/** What a runner may ask of the host while it runs. */
@NullMarked
package dev.agenthost.orchestrator.hostapi;

import org.jspecify.annotations.NullMarked;
