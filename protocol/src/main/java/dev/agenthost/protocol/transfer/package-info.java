/** Files in pieces, as LangBot's plugin wire moves them. */
@NullMarked
package dev.agenthost.protocol.transfer;

import org.jspecify.annotations.NullMarked;
