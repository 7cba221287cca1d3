/** An agent on models: its own window over the conversation, tools, knowledge. */
@NullMarked
package dev.agenthost.runners.localagent;

import org.jspecify.annotations.NullMarked;
