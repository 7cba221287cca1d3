/** Records of adapters: read them, or say why they are set aside. */
@NullMarked
package dev.agenthost.gateway.inbound;

import org.jspecify.annotations.NullMarked;
