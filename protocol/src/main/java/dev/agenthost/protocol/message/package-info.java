/** Messages and their pieces, as LangBot's wire has them. */
@NullMarked
package dev.agenthost.protocol.message;

import org.jspecify.annotations.NullMarked;
