/** The tools of runs over HTTP, on this machine only. */
@NullMarked
package dev.agenthost.sdk.harness.mcp.http;

import org.jspecify.annotations.NullMarked;
