/** Records that go out, timed. */
@NullMarked
package dev.agenthost.binding.publish.metrics;

import org.jspecify.annotations.NullMarked;
