/**
 * Records and views of a run for programs and people: {@code agent.protocol.result}, the fields that a user interface shows, and the final
 * report (spec 001, Runtime Observation and user contract).
 */
@NullMarked
package dev.agenthost.actiongraph.projection;

import org.jspecify.annotations.NullMarked;
