/** The one codec. */
@NullMarked
package dev.agenthost.protocol.json;

import org.jspecify.annotations.NullMarked;
