/** Settings, wiring, and the beat that looks. */
@NullMarked
package dev.agenthost.watch.cdi;

import org.jspecify.annotations.NullMarked;
