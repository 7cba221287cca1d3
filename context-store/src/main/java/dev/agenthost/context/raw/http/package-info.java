/** Raw payloads over REST. */
@NullMarked
package dev.agenthost.context.raw.http;

import org.jspecify.annotations.NullMarked;
