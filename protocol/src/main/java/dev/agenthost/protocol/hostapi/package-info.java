/** What the host answers a runner's calls with (spec 000 §8 and §9). */
@NullMarked
package dev.agenthost.protocol.hostapi;

import org.jspecify.annotations.NullMarked;
