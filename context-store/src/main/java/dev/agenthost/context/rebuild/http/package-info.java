/** Rebuilds, for administrators. */
@NullMarked
package dev.agenthost.context.rebuild.http;

import org.jspecify.annotations.NullMarked;
