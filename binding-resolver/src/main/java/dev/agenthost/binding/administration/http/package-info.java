/** Agents and bindings, for people and programs. */
@NullMarked
package dev.agenthost.binding.administration.http;

import org.jspecify.annotations.NullMarked;
