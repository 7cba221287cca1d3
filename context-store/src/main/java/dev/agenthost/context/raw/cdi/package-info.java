/** What raw payloads are made of, and what forgets them. */
@NullMarked
package dev.agenthost.context.raw.cdi;

import org.jspecify.annotations.NullMarked;
