/** What a webhook may be, and what it is told: addresses, secrets, bodies, signatures. */
@NullMarked
package dev.agenthost.delivery.webhook;

import org.jspecify.annotations.NullMarked;
