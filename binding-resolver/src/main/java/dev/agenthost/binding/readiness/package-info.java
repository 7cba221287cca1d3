/** Whether this replica can do its work. */
@NullMarked
package dev.agenthost.binding.readiness;

import org.jspecify.annotations.NullMarked;
