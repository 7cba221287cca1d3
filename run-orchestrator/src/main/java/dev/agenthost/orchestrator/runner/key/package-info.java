/** Which runners a key lets in. */
@NullMarked
package dev.agenthost.orchestrator.runner.key;

import org.jspecify.annotations.NullMarked;
