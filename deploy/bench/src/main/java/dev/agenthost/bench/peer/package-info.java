/** A plugin process that behaves as those of LangBot's SDK 0.5 do. */
@NullMarked
package dev.agenthost.bench.peer;

import org.jspecify.annotations.NullMarked;
