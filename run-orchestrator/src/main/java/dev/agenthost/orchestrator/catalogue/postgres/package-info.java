/** Where catalogues are kept. */
@NullMarked
package dev.agenthost.orchestrator.catalogue.postgres;

import org.jspecify.annotations.NullMarked;
