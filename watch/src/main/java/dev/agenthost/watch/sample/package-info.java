/** Numbers that are looked up from time to time. */
@NullMarked
package dev.agenthost.watch.sample;

import org.jspecify.annotations.NullMarked;
