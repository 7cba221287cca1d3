/** Execution of {@code expand_ref}: parts of stored results within a token budget (spec 001, Expansion). */
@NullMarked
package dev.agenthost.actiongraph.expansion;

import org.jspecify.annotations.NullMarked;
