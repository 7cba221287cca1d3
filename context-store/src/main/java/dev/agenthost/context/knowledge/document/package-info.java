/** Documents of knowledge bases. */
@NullMarked
package dev.agenthost.context.knowledge.document;

import org.jspecify.annotations.NullMarked;
