/** A plugin as LangBot's SDK would run it, and its recorded session. */
@NullMarked
package dev.agenthost.walk.plugin;

import org.jspecify.annotations.NullMarked;
