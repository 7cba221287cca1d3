/** What calls in a run's name have in common. */
@NullMarked
package dev.agenthost.context.fence.http;

import org.jspecify.annotations.NullMarked;
