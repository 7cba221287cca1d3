/** What a runner says, result by result, until it is fit to be published. */
@NullMarked
package dev.agenthost.orchestrator.result;

import org.jspecify.annotations.NullMarked;
