/** What one run may use, frozen once. */
@NullMarked
package dev.agenthost.orchestrator.grant;

import org.jspecify.annotations.NullMarked;
