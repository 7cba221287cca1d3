/** Records of {@code agent.inbound.<adapter>}: read them, or say why they are set aside. */
@NullMarked
package dev.agenthost.protocol.inbound;

import org.jspecify.annotations.NullMarked;
