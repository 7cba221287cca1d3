/** A workspace's search settings over REST. */
@NullMarked
package dev.agenthost.context.meaning.http;

import org.jspecify.annotations.NullMarked;
