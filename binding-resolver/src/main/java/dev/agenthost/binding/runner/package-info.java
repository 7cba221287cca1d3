/** The runners that were ever connected, as {@code agent.runners} tells of them, and what an agent may count on of one. */
@NullMarked
package dev.agenthost.binding.runner;

import org.jspecify.annotations.NullMarked;
