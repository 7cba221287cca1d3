/** Lists in pages. */
@NullMarked
package dev.agenthost.door.page;

import org.jspecify.annotations.NullMarked;
