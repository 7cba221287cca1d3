/** Schemas of arguments, by the networknt library. */
@NullMarked
package dev.agenthost.orchestrator.tool.networknt;

import org.jspecify.annotations.NullMarked;
