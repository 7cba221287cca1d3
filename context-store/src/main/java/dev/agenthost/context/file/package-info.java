/** Files that people keep for their agents: what may be kept, how much of it, and where it is found. */
@NullMarked
package dev.agenthost.context.file;

import org.jspecify.annotations.NullMarked;
