/** Records that go out, complete to the byte. */
@NullMarked
package dev.agenthost.binding.publish;

import org.jspecify.annotations.NullMarked;
