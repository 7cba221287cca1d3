/** Searches of transcripts by what was meant, beside the words, where a workspace turns it on. */
@NullMarked
package dev.agenthost.context.meaning;

import org.jspecify.annotations.NullMarked;
