/** Why did nobody answer? */
@NullMarked
package dev.agenthost.binding.resolution.http;

import org.jspecify.annotations.NullMarked;
