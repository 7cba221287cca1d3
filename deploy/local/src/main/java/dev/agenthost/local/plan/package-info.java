/** What a box consists of: its processes, ports, settings and directories, worked out before anything is started. */
@NullMarked
package dev.agenthost.local.plan;

import org.jspecify.annotations.NullMarked;
