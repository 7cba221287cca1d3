/** What operators see of a service: how far it is behind, whether it goes on, what it did and how long it took. */
@NullMarked
package dev.agenthost.watch;

import org.jspecify.annotations.NullMarked;
