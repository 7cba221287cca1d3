/** What a runner says of itself (spec 000 §4). */
@NullMarked
package dev.agenthost.protocol.runner;

import org.jspecify.annotations.NullMarked;
