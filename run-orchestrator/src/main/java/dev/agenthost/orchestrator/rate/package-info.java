/** What workspaces may take of what they share: rates, which replicas share too, and turns on few threads. */
@NullMarked
package dev.agenthost.orchestrator.rate;

import org.jspecify.annotations.NullMarked;
