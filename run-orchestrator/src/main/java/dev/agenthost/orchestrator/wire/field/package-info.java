/** Converts contexts and answers to the fields of each generation of the SDK. */
@NullMarked
package dev.agenthost.orchestrator.wire.field;

import org.jspecify.annotations.NullMarked;
