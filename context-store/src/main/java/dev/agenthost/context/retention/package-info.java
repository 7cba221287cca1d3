/** How long each class of data lives. */
@NullMarked
package dev.agenthost.context.retention;

import org.jspecify.annotations.NullMarked;
