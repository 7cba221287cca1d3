/** Opaque places in a transcript. */
@NullMarked
package dev.agenthost.context.cursor;

import org.jspecify.annotations.NullMarked;
