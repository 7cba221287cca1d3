/** The stream's address. */
@NullMarked
package dev.agenthost.delivery.stream.http;

import org.jspecify.annotations.NullMarked;
