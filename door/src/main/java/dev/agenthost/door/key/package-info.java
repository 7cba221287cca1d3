/** Who may enter: keys and the workspace each of them belongs to. */
@NullMarked
package dev.agenthost.door.key;

import org.jspecify.annotations.NullMarked;
