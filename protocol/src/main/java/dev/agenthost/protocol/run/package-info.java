/** Who answers an event, under which policies. */
@NullMarked
package dev.agenthost.protocol.run;

import org.jspecify.annotations.NullMarked;
