/** Ports, and processes of the operating system. */
@NullMarked
package dev.agenthost.local.process;

import org.jspecify.annotations.NullMarked;
