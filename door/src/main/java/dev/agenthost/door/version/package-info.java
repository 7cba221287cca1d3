/** Versions of what people keep: what they are called on the wire, and which of them a change expects. */
@NullMarked
package dev.agenthost.door.version;

import org.jspecify.annotations.NullMarked;
