/** A box with everything that walks are looked at with: its front door, its demo, what comes out at a webhook, and spans. */
@NullMarked
package dev.agenthost.walk.box;

import org.jspecify.annotations.NullMarked;
