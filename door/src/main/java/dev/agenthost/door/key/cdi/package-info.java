/** The key ring put together: settings, the topic, and the probe that waits for it. */
@NullMarked
package dev.agenthost.door.key.cdi;

import org.jspecify.annotations.NullMarked;
