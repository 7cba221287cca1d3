/** Whether a record of a topic is what it should be, by the rules of those who read it. */
@NullMarked
package dev.agenthost.local.check;

import org.jspecify.annotations.NullMarked;
