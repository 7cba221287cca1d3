/** Tools, as configured and put together. */
@NullMarked
package dev.agenthost.orchestrator.tool.cdi;

import org.jspecify.annotations.NullMarked;
