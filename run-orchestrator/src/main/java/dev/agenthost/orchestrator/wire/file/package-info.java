/** Files that come in pieces over a connection. */
@NullMarked
package dev.agenthost.orchestrator.wire.file;

import org.jspecify.annotations.NullMarked;
