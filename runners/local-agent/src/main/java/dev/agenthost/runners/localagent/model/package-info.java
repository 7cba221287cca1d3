/** Which model is asked, and what it says. */
@NullMarked
package dev.agenthost.runners.localagent.model;

import org.jspecify.annotations.NullMarked;
