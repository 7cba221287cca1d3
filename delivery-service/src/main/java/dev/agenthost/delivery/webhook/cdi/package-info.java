/** The settings of webhooks, handed inward. */
@NullMarked
package dev.agenthost.delivery.webhook.cdi;

import org.jspecify.annotations.NullMarked;
