/** Records of adapters: how many are judged at a time. */
@NullMarked
package dev.agenthost.gateway.inbound;

import org.jspecify.annotations.NullMarked;
