/** What a run may use, as the runner sees it (spec 000 §6). */
@NullMarked
package dev.agenthost.protocol.resource;

import org.jspecify.annotations.NullMarked;
