/** Results of runs over HTTP, between services. */
@NullMarked
package dev.agenthost.context.results.http;

import org.jspecify.annotations.NullMarked;
