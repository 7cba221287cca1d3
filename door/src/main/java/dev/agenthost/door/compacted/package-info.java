/** Topics that keep the latest record of each key. */
@NullMarked
package dev.agenthost.door.compacted;

import org.jspecify.annotations.NullMarked;
