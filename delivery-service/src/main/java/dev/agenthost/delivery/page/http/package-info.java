/** What stands at the root. */
@NullMarked
package dev.agenthost.delivery.page.http;

import org.jspecify.annotations.NullMarked;
