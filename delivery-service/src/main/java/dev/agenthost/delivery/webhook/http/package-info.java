/** Calls webhooks. */
@NullMarked
package dev.agenthost.delivery.webhook.http;

import org.jspecify.annotations.NullMarked;
