/** What a replica signs and every replica believes. */
@NullMarked
package dev.agenthost.context.token;

import org.jspecify.annotations.NullMarked;
