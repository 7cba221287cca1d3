/** Knowledge bases: what people say of them, and what they may say. */
@NullMarked
package dev.agenthost.context.knowledge;

import org.jspecify.annotations.NullMarked;
