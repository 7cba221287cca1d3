/** Erasures in steps, each in one transaction. */
@NullMarked
package dev.agenthost.context.erasure.postgres;

import org.jspecify.annotations.NullMarked;
