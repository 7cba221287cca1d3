/** What documents say, as text. */
@NullMarked
package dev.agenthost.context.knowledge.text;

import org.jspecify.annotations.NullMarked;
