/** Which agent answers an event. Each folder is a capability; those named after a technology are its leaves. */
@NullMarked
package dev.agenthost.binding;

import org.jspecify.annotations.NullMarked;
