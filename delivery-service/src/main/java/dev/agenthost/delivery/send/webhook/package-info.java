/** The signed webhook surface. */
@NullMarked
package dev.agenthost.delivery.send.webhook;

import org.jspecify.annotations.NullMarked;
