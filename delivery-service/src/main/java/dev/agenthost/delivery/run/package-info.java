/** How far the results of each run were applied, and what a batch of them asks for. */
@NullMarked
package dev.agenthost.delivery.run;

import org.jspecify.annotations.NullMarked;
