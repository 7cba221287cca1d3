/** Erasures, for administrators. */
@NullMarked
package dev.agenthost.context.erasure.http;

import org.jspecify.annotations.NullMarked;
