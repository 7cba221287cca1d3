/** The calls of a run to its host, by subject. */
@NullMarked
package dev.agenthost.sdk.host;

import org.jspecify.annotations.NullMarked;
