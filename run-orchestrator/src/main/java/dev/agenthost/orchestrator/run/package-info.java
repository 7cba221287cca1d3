/** A run: its name, its states, what may become of it, what people see of it. */
@NullMarked
package dev.agenthost.orchestrator.run;

import org.jspecify.annotations.NullMarked;
