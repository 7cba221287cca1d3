/** The pictures of plugins: how they are asked for, and which are shown. */
@NullMarked
package dev.agenthost.orchestrator.runner.icon;

import org.jspecify.annotations.NullMarked;
