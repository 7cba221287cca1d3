/** Files over REST. */
@NullMarked
package dev.agenthost.context.file.http;

import org.jspecify.annotations.NullMarked;
