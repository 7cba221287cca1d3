/** Conditions of requests. */
@NullMarked
package dev.agenthost.door.version.http;

import org.jspecify.annotations.NullMarked;
