/** What is to be told, in a table. */
@NullMarked
package dev.agenthost.orchestrator.model.telling.postgres;

import org.jspecify.annotations.NullMarked;
