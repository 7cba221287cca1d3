/** What a run was allowed, for people. */
@NullMarked
package dev.agenthost.orchestrator.execution.http;

import org.jspecify.annotations.NullMarked;
