/** Steps as spans of OpenTelemetry. */
@NullMarked
package dev.agenthost.watch.step.otel;

import org.jspecify.annotations.NullMarked;
