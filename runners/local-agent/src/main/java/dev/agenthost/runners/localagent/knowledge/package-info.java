/** Passages for the model to answer from. */
@NullMarked
package dev.agenthost.runners.localagent.knowledge;

import org.jspecify.annotations.NullMarked;
