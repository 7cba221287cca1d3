/** How a refusal is said: problem bodies of RFC 9457. */
@NullMarked
package dev.agenthost.door.problem;

import org.jspecify.annotations.NullMarked;
