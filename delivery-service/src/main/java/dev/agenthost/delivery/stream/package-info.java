/** The live stream of one run: which results it shows, and their exact bytes. */
@NullMarked
package dev.agenthost.delivery.stream;

import org.jspecify.annotations.NullMarked;
