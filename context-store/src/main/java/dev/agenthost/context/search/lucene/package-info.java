/** Where texts are taken apart. */
@NullMarked
package dev.agenthost.context.search.lucene;

import org.jspecify.annotations.NullMarked;
