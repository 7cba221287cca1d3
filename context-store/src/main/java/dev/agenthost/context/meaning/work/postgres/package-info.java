/** How far each conversation is, in its row. */
@NullMarked
package dev.agenthost.context.meaning.work.postgres;

import org.jspecify.annotations.NullMarked;
