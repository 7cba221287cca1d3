/** What strangers' schemas cost, before anybody pays it. */
@NullMarked
package dev.agenthost.orchestrator.tool.schema;

import org.jspecify.annotations.NullMarked;
