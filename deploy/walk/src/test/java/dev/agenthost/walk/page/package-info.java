/** The chat page in a real browser, before the real box. */
@NullMarked
package dev.agenthost.walk.page;

import org.jspecify.annotations.NullMarked;
