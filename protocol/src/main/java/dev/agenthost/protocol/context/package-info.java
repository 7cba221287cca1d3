/** What a runner is told when a run starts (spec 000 §5 and §6). */
@NullMarked
package dev.agenthost.protocol.context;

import org.jspecify.annotations.NullMarked;
