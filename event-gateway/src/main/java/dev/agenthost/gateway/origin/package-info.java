/** Where an event comes in, and for whom that entrance may speak. */
@NullMarked
package dev.agenthost.gateway.origin;

import org.jspecify.annotations.NullMarked;
