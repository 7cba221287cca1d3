/** Shared buckets in a table. */
@NullMarked
package dev.agenthost.orchestrator.rate.postgres;

import org.jspecify.annotations.NullMarked;
