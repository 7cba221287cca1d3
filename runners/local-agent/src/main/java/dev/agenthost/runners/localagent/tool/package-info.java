/** Tools that the model calls. */
@NullMarked
package dev.agenthost.runners.localagent.tool;

import org.jspecify.annotations.NullMarked;
