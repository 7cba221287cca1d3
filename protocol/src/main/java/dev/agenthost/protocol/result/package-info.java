/** What a run says, result by result (spec 000 §7). */
@NullMarked
package dev.agenthost.protocol.result;

import org.jspecify.annotations.NullMarked;
