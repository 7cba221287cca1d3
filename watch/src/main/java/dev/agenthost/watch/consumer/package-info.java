/** Whether the consumers of topics go on, and how far they are behind. */
@NullMarked
package dev.agenthost.watch.consumer;

import org.jspecify.annotations.NullMarked;
