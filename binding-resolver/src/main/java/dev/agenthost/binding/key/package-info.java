/** The keys that people make: what one may be, and where they are kept. */
@NullMarked
package dev.agenthost.binding.key;

import org.jspecify.annotations.NullMarked;
