/** Floods of request bodies, sent to each service over real sockets. */
@NullMarked
package dev.agenthost.walk.flood;

import org.jspecify.annotations.NullMarked;
