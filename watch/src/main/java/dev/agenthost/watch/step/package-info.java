/** What each stage did with an event, step by step: the words of logs and of traces. */
@NullMarked
package dev.agenthost.watch.step;

import org.jspecify.annotations.NullMarked;
