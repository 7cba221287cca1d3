/** What runners asked and got, for the record. */
@NullMarked
package dev.agenthost.orchestrator.hostapi.audit;

import org.jspecify.annotations.NullMarked;
