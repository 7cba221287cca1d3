/** What is asked about what was said and what happened (spec 000 §8). */
@NullMarked
package dev.agenthost.protocol.store.history;

import org.jspecify.annotations.NullMarked;
