/** Calls that go out to somebody else's service: models and tools. */
@NullMarked
package dev.agenthost.orchestrator.hostapi.out;

import org.jspecify.annotations.NullMarked;
