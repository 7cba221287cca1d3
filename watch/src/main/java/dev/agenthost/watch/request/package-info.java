/** What is told of HTTP requests. */
@NullMarked
package dev.agenthost.watch.request;

import org.jspecify.annotations.NullMarked;
