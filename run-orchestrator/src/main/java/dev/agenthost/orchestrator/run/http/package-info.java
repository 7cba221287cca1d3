/** What a run is, by REST. */
@NullMarked
package dev.agenthost.orchestrator.run.http;

import org.jspecify.annotations.NullMarked;
