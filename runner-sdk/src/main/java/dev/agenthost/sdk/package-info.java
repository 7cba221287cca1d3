/** For authors of runners: what they implement, what they are given, and the connection. */
@NullMarked
package dev.agenthost.sdk;

import org.jspecify.annotations.NullMarked;
