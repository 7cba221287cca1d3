/** The index of terms. */
@NullMarked
package dev.agenthost.context.search.postgres;

import org.jspecify.annotations.NullMarked;
