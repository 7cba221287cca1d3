/** Cancelling by REST. */
@NullMarked
package dev.agenthost.orchestrator.cancel.http;

import org.jspecify.annotations.NullMarked;
