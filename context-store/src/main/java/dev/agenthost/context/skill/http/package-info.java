/** Skills over REST. */
@NullMarked
package dev.agenthost.context.skill.http;

import org.jspecify.annotations.NullMarked;
