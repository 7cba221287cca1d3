/** Runtimes of LangBot that this service dials: one socket to many plugins, held by one replica. */
@NullMarked
package dev.agenthost.orchestrator.runtime;

import org.jspecify.annotations.NullMarked;
