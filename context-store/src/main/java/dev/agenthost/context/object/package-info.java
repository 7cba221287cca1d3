/** Bytes that lie in an object store. */
@NullMarked
package dev.agenthost.context.object;

import org.jspecify.annotations.NullMarked;
