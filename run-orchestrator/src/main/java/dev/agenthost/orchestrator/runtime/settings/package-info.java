/** What an operator said of a runtime, and what we are called there. */
@NullMarked
package dev.agenthost.orchestrator.runtime.settings;

import org.jspecify.annotations.NullMarked;
