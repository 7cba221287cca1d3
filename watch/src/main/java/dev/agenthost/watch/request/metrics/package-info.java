/** The labels of Quarkus' own request metrics. */
@NullMarked
package dev.agenthost.watch.request.metrics;

import org.jspecify.annotations.NullMarked;
