/** What this service is put together from. */
@NullMarked
package dev.agenthost.delivery.wiring;

import org.jspecify.annotations.NullMarked;
