/** The API for authors of runners: the interfaces to implement, their arguments, and the connection. */
@NullMarked
package dev.agenthost.sdk;

import org.jspecify.annotations.NullMarked;
