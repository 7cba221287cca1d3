/** Finding what was said in a conversation: texts become terms, a query asks for terms. */
@NullMarked
package dev.agenthost.context.search;

import org.jspecify.annotations.NullMarked;
