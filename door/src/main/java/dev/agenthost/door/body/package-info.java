/** What people write, and what of it nobody understands. */
@NullMarked
package dev.agenthost.door.body;

import org.jspecify.annotations.NullMarked;
