/** Whether events can be published now. */
@NullMarked
package dev.agenthost.gateway.publication.health;

import org.jspecify.annotations.NullMarked;
