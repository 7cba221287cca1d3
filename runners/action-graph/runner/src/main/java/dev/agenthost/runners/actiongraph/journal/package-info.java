/** Graphs that outlive a run: their journal in the state of the conversation, and the questions to people. */
@NullMarked
package dev.agenthost.runners.actiongraph.journal;

import org.jspecify.annotations.NullMarked;
