/** Imports pipelines of LangBot: each becomes an agent, and each of its bots a binding (spec 002 §4.2, 004 §4). */
@NullMarked
package dev.agenthost.binding.langbot;

import org.jspecify.annotations.NullMarked;
