/** The chat model behind the box's own agent: a scripted one, or a real one that the owner names. */
@NullMarked
package dev.agenthost.local.model;

import org.jspecify.annotations.NullMarked;
