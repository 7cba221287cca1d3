/** How long publishing takes, and what becomes of it. */
@NullMarked
package dev.agenthost.gateway.publication.metrics;

import org.jspecify.annotations.NullMarked;
