/** The keys that open the box, made at its first start. */
@NullMarked
package dev.agenthost.local.keys;

import org.jspecify.annotations.NullMarked;
