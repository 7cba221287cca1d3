/** Settings of storage. */
@NullMarked
package dev.agenthost.context.storage.cdi;

import org.jspecify.annotations.NullMarked;
