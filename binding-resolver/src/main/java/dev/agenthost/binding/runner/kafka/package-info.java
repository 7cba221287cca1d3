/** Runners as they come on {@code agent.runners}. */
@NullMarked
package dev.agenthost.binding.runner.kafka;

import org.jspecify.annotations.NullMarked;
