/** Texts of documents, by Apache Tika. */
@NullMarked
package dev.agenthost.context.knowledge.tika;

import org.jspecify.annotations.NullMarked;
