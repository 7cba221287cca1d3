/** Search settings, and entries by their vectors. */
@NullMarked
package dev.agenthost.context.meaning.postgres;

import org.jspecify.annotations.NullMarked;
