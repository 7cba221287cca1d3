/** Who is connected, and who has room. */
@NullMarked
package dev.agenthost.orchestrator.runner.metrics;

import org.jspecify.annotations.NullMarked;
