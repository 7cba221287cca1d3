/** What a text may be. */
@NullMarked
package dev.agenthost.context.text;

import org.jspecify.annotations.NullMarked;
