@NullMarked
package dev.agenthost.local.cache;

import org.jspecify.annotations.NullMarked;
