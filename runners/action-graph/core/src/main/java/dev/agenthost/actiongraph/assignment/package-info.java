/** Work that an agent or a person was given, and what the next one receives of it. */
@NullMarked
package dev.agenthost.actiongraph.assignment;

import org.jspecify.annotations.NullMarked;
