/** The streamed words of a model, without the parts that may carry a declaration. */
@NullMarked
package dev.agenthost.runners.actiongraph.stream;

import org.jspecify.annotations.NullMarked;
