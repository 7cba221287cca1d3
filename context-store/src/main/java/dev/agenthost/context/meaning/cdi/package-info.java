/** Which technology stands behind searches, and what gives entries their vectors. */
@NullMarked
package dev.agenthost.context.meaning.cdi;

import org.jspecify.annotations.NullMarked;
