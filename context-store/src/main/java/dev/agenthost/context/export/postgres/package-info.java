/** Exports, read in keyset pages. */
@NullMarked
package dev.agenthost.context.export.postgres;

import org.jspecify.annotations.NullMarked;
