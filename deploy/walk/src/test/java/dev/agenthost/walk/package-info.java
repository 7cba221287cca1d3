/** An event in at one end, a message out at the other, on the real box: repeated, out of order, with any process killed. */
@NullMarked
package dev.agenthost.walk;

import org.jspecify.annotations.NullMarked;
