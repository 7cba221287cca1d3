/** Who is told of changes. */
@NullMarked
package dev.agenthost.orchestrator.catalogue.cdi;

import org.jspecify.annotations.NullMarked;
