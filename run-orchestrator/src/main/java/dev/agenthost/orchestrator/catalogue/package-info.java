/** Documents that the people of a workspace keep under ids that they choose, each with a version. */
@NullMarked
package dev.agenthost.orchestrator.catalogue;

import org.jspecify.annotations.NullMarked;
