/** A client of the granted chat models: choice and fallback, streamed answers with tool calls, and the sum of the usage. */
@NullMarked
package dev.agenthost.sdk.model;

import org.jspecify.annotations.NullMarked;
