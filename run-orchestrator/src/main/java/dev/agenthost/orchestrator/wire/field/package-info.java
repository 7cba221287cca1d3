/** What each generation of the SDK calls the fields of contexts and answers. */
@NullMarked
package dev.agenthost.orchestrator.wire.field;

import org.jspecify.annotations.NullMarked;
