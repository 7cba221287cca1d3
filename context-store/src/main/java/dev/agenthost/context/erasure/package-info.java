/** What is to be forgotten for good: a conversation, or a person. */
@NullMarked
package dev.agenthost.context.erasure;

import org.jspecify.annotations.NullMarked;
