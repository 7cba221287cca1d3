/** What an agent may do, and what a binding takes away from it. */
@NullMarked
package dev.agenthost.binding.policy;

import org.jspecify.annotations.NullMarked;
