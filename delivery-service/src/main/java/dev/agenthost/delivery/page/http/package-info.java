/** What the chat page asks of this service alone; the page itself lies under {@code web/}. */
@NullMarked
package dev.agenthost.delivery.page.http;

import org.jspecify.annotations.NullMarked;
