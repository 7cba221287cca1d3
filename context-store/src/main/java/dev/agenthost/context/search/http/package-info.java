/** Searches by REST. */
@NullMarked
package dev.agenthost.context.search.http;

import org.jspecify.annotations.NullMarked;
