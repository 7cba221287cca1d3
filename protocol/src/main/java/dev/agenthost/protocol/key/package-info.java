/** Keys of people, programs, adapters and runners, as they reach every service. */
@NullMarked
package dev.agenthost.protocol.key;

import org.jspecify.annotations.NullMarked;
