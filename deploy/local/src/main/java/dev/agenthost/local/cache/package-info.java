/** The caches with which JVMs start quicker. */
@NullMarked
package dev.agenthost.local.cache;

import org.jspecify.annotations.NullMarked;
