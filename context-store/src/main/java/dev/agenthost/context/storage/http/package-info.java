/** Storage, for run-orchestrator. */
@NullMarked
package dev.agenthost.context.storage.http;

import org.jspecify.annotations.NullMarked;
