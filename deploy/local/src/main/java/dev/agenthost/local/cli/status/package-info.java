/** How the box stands, for people and for programs. */
@NullMarked
package dev.agenthost.local.cli.status;

import org.jspecify.annotations.NullMarked;
