/** Questions to context-store. */
@NullMarked
package dev.agenthost.orchestrator.context.http;

import org.jspecify.annotations.NullMarked;
