/** What a caller gets when an event is accepted. */
@NullMarked
package dev.agenthost.gateway.acceptance;

import org.jspecify.annotations.NullMarked;
