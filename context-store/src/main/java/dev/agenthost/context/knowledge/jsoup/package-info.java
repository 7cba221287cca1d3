/** Texts of pages, by jsoup. */
@NullMarked
package dev.agenthost.context.knowledge.jsoup;

import org.jspecify.annotations.NullMarked;
