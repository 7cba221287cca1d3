/** The box: which processes it has, and keeping them running. */
@NullMarked
package dev.agenthost.local.box;

import org.jspecify.annotations.NullMarked;
