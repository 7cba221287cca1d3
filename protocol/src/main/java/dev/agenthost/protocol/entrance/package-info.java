/** What may be said at an entrance: one envelope of whatever was said, or the name of the field that is wrong (docs/events.md). */
@NullMarked
package dev.agenthost.protocol.entrance;

import org.jspecify.annotations.NullMarked;
