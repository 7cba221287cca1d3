/** Grants written down, to be kept, digested and shown. */
@NullMarked
package dev.agenthost.orchestrator.grant.written;

import org.jspecify.annotations.NullMarked;
