/** Runners made with the SDK, before the real box: what they keep is kept, and what they ask is answered. */
@NullMarked
package dev.agenthost.walk.runner;

import org.jspecify.annotations.NullMarked;
