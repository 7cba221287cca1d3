/** The tools of a run over standard input and output, for harnesses that know no HTTP. */
@NullMarked
package dev.agenthost.sdk.harness.mcp.bridge;

import org.jspecify.annotations.NullMarked;
