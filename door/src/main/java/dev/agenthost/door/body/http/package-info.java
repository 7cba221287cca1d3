/** Bodies of requests. */
@NullMarked
package dev.agenthost.door.body.http;

import org.jspecify.annotations.NullMarked;
