/** What of the conversation the model is shown. */
@NullMarked
package dev.agenthost.runners.localagent.window;

import org.jspecify.annotations.NullMarked;
