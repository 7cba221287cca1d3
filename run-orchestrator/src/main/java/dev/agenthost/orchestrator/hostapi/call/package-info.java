/** What runners may ask, and what they get. */
@NullMarked
package dev.agenthost.orchestrator.hostapi.call;

import org.jspecify.annotations.NullMarked;
